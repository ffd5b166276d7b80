import '../ui/exact-numbers.ts'
import { render } from '../ui/render.ts'
import './dashboard.css'
import { keepFocus } from '../ui/kept-focus.ts'
import { LoadError, sessionErrors } from '../ui/load-error.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { removeVoidEdits } from '../ui/questions/edit-storage.ts'
import { DashboardPage } from './page.tsx'
import { ADMIN_LINK_ERRORS, signIn, tokenInAddress } from './sign-in.tsx'
import { SurveyModel } from './survey-model.ts'

const main = document.querySelector('main') as HTMLElement
const [, , slug = ''] = location.pathname.split('/')

async function start(): Promise<void> {
  render(<PageSkeleton />, main)
  const token = tokenInAddress()
  try {
    if (token !== undefined) await signIn(slug, token)
    else render(<DashboardPage model={await SurveyModel.open(slug)} />, main)
  } catch (error) {
    render(
      <LoadError error={error} texts={token === undefined ? sessionErrors(slug) : ADMIN_LINK_ERRORS} retry={start} />,
      main,
    )
  }
}

// Opening an admin link when the dashboard is already open changes only the fragment.
addEventListener('hashchange', () => {
  if (location.hash.length > 36) location.reload()
})
keepFocus()
removeVoidEdits()
start()
