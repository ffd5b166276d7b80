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

// Opening an admin link where the dashboard is already open changes only the fragment.
addEventListener('hashchange', () => {
  if (location.hash.length > 36) location.reload()
})
start()
