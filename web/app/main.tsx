import { render } from 'preact'
import { LoadError } from '../ui/load-error.tsx'
import { loadAccount } from './account.ts'
import { App } from './app.tsx'
import './app.css'
import { APP_ERRORS } from './errors.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { followLinks } from './router.ts'

const main = document.querySelector('main') as HTMLElement

async function start(): Promise<void> {
  render(<PageSkeleton />, main)
  try {
    await loadAccount()
    followLinks()
    render(<App />, main)
  } catch (error) {
    render(<LoadError error={error} texts={APP_ERRORS} />, main)
  }
}

start()
