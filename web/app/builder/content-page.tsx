import type { ErrorTexts } from '../../ui/load-error.tsx'
import { DRAFT_ERRORS, TEMPLATE_ERRORS } from '../errors.ts'
import { useLoaded } from '../loaded.ts'
import { PageFrame } from '../page-frame.tsx'
import { PageState } from '../page-state.tsx'
import type { Builder } from './builder.ts'
import { BuilderPage } from './builder-page.tsx'
import { openDraft, openTemplate } from './open-builder.ts'

/** A draft in the builder. */
export function DraftPage({ id }: { readonly id: string }) {
  return <ContentPage id={id} open={openDraft} errors={DRAFT_ERRORS} />
}

/** A template in the builder. */
export function TemplatePage({ id }: { readonly id: string }) {
  return <ContentPage id={id} open={openTemplate} errors={TEMPLATE_ERRORS} />
}

interface Props {
  readonly id: string
  readonly open: (id: string) => Promise<Builder>
  readonly errors: ErrorTexts
}

function ContentPage({ id, open, errors }: Props) {
  const { value: builder, error, reload } = useLoaded(() => open(id))
  if (builder !== undefined) return <BuilderPage builder={builder} />
  return (
    <PageFrame>
      <PageState error={error} texts={errors} retry={reload} />
    </PageFrame>
  )
}
