import { render } from 'preact'
import './dashboard.css'
import { DashboardPage, PageSkeleton } from './page.tsx'
import { DashboardError, signIn } from './sign-in.tsx'

const main = document.querySelector('main') as HTMLElement
const [, , slug = ''] = location.pathname.split('/')

async function start(): Promise<void> {
  render(<PageSkeleton />, main)
  try {
    render(<DashboardPage model={await signIn(slug)} />, main)
  } catch (error) {
    render(<DashboardError error={error} />, main)
  }
}

// A dashboard link that is opened where one is open already changes only what stands behind `#`.
addEventListener('hashchange', () => {
  if (location.hash.length > 36) location.reload()
})
start()
