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
 * Some browsers remember that a script could not be loaded, and after an update of the service there is another one: both
 * need a new page. Without a network this one stays, since a new one would be the browser's error page.
 * @throws RequestError
 */
async function reload(): Promise<void> {
  await loadAccount()
  location.reload()
}
