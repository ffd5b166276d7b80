import '../ui/exact-numbers.ts'
import { render } from '../ui/render.ts'
import { loadAccount } from './account.ts'
import { App } from './app.tsx'
import './app.css'
import './narrow.css'
import { keepFocus } from '../ui/kept-focus.ts'
import { dismissNotice } from '../ui/notice.tsx'
import { removeVoidEdits } from '../ui/questions/edit-storage.ts'
import { PageState } from './page-state.tsx'
import { followLinks, path } from './router.ts'

const main = document.querySelector('main') as HTMLElement

async function start(): Promise<void> {
  render(<PageState error={undefined} retry={start} />, main)
  try {
    await loadAccount()
    followLinks()
    path.subscribe(dismissNotice)
    render(<App />, main)
  } catch (error) {
    render(<PageState error={error} retry={start} />, main)
  }
}

keepFocus()
removeVoidEdits()
start()
