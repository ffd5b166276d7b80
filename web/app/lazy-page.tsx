import type { ComponentType } from 'preact'
import { attempt } from '../ui/notice.tsx'
import { RequestError } from '../ui/request.ts'
import { texts } from '../words/app-words.ts'
import { loadAccount } from './account.ts'
import { useLoaded } from './loaded.ts'
import { PageState } from './page-state.tsx'

export type LoadPage = () => Promise<ComponentType<{ readonly id: string }>>

interface Props {
  readonly load: LoadPage
  /** Of what the page shows. */
  readonly id: string
}

/** A page whose script is loaded when it is first shown. */
export function LazyPage({ load, id }: Props) {
  const { value: Page, error } = useLoaded(load)
  if (Page !== undefined) return <Page id={id} />
  return <PageState error={error && new RequestError(0, texts.pageNotLoaded)} retry={() => attempt(reload)} />
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
