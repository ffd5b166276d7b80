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
  /** Of what the page shows. */
  readonly id: string
  /** Whether the page has a header of its own, once it is there. */
  readonly hasOwnHeader?: boolean
}

/** A page whose script is loaded when it is first shown. */
export function LazyPage({ load, id, hasOwnHeader = false }: Props) {
  const { value: Page, error } = useLoaded(load)
  if (Page !== undefined) return <Page id={id} />
  const state = <PageState error={error && new RequestError(0, texts.pageNotLoaded)} retry={() => attempt(reload)} />
  return hasOwnHeader ? <PageFrame>{state}</PageFrame> : state
}

/**
 * Some browsers remember that a script could not be loaded, and after an update of the service its path has changed: in both
 * cases the page must be loaded again. Without a network it is not, since the browser would show an error page.
 * @throws RequestError
 */
async function reload(): Promise<void> {
  await loadAccount()
  location.reload()
}
