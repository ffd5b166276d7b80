import { LoadError } from '../../ui/load-error.tsx'
import { TEMPLATE_ERRORS } from '../errors.ts'
import { useLoaded } from '../loaded.ts'
import { PageSkeleton } from '../page-skeleton.tsx'
import { BuilderPage } from './builder-page.tsx'
import { openTemplate } from './open-builder.ts'

/** A template in the builder. */
export function TemplatePage({ id }: { readonly id: string }) {
  const { value: builder, error } = useLoaded(id, () => openTemplate(id))
  if (builder !== undefined) return <BuilderPage builder={builder} />
  return (
    <div class="app-page">
      {error === undefined ? <PageSkeleton /> : <LoadError error={error} texts={TEMPLATE_ERRORS} />}
    </div>
  )
}
