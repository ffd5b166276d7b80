import { type ErrorTexts, LoadError } from '../ui/load-error.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { APP_ERRORS } from './errors.ts'

interface Props {
  /** Undefined while the page is loading. */
  readonly error: unknown
  readonly texts?: ErrorTexts
  readonly retry?: (() => void) | undefined
}

/** Shown instead of a page that has not been loaded. */
export function PageState({ error, texts = APP_ERRORS, retry }: Props) {
  return error === undefined ? <PageSkeleton /> : <LoadError error={error} texts={texts} retry={retry} />
}
