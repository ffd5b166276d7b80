import { render } from 'preact'
import './dashboard.css'
import { enter, Refusal } from './entrance.tsx'
import { DashboardPage, Waiting } from './page.tsx'

const main = document.querySelector('main') as HTMLElement
const [, , slug = ''] = location.pathname.split('/')

async function start(): Promise<void> {
  render(<Waiting />, main)
  try {
    render(<DashboardPage desk={await enter(slug)} />, main)
  } catch (error) {
    render(<Refusal error={error} />, main)
  }
}

// A dashboard link that is opened where one is open already changes only what stands behind `#`.
addEventListener('hashchange', () => {
  if (location.hash.length > 36) location.reload()
})
start()
