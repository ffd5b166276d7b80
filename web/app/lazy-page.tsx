import type { ComponentType } from 'preact'
import { attempt } from '../ui/notice.tsx'
import { RequestError } from '../ui/request.ts'
import { texts } from '../words/app-words.ts'
import { loadAccount } from './account.ts'
import { useLoaded } from './loaded.ts'
import { PageFrame } from './page-frame.tsx'
import { PageState } from './page-state.tsx'

export type LoadPage = () => Promise<ComponentType<{ readonly id: string }>>

interface Props {
  readonly load: LoadPage
  /** Id of what the page shows. */
  readonly id: string
  /** Whether the loaded page has its own header. */
  readonly hasOwnHeader?: boolean
}

/** A page whose script is loaded when the page is first shown. */
export function LazyPage({ load, id, hasOwnHeader = false }: Props) {
  const { value: Page, error } = useLoaded(load)
  if (Page !== undefined) return <Page id={id} />
  const state = <PageState error={error && new RequestError(0, texts.pageNotLoaded)} retry={() => attempt(reload)} />
  return hasOwnHeader ? <PageFrame>{state}</PageFrame> : state
}

/**
 * Some browsers remember that a script could not be loaded, and an update of the service changes its path: in both
 * cases the page must be reloaded. Without a network it is not, because the browser would show an error page.
 * @throws RequestError
 */
async function reload(): Promise<void> {
  await loadAccount()
  location.reload()
}
