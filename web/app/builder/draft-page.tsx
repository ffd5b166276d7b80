import { LoadError } from '../../ui/load-error.tsx'
import { DRAFT_ERRORS } from '../errors.ts'
import { useLoaded } from '../loaded.ts'
import { PageSkeleton } from '../page-skeleton.tsx'
import { BuilderPage } from './builder-page.tsx'
import { openDraft } from './open-builder.ts'

/** A draft in the builder. */
export function DraftPage({ id }: { readonly id: string }) {
  const { value: builder, error } = useLoaded(id, () => openDraft(id))
  if (builder !== undefined) return <BuilderPage builder={builder} />
  return (
    <div class="app-page">
      {error === undefined ? <PageSkeleton /> : <LoadError error={error} texts={DRAFT_ERRORS} />}
    </div>
  )
}
