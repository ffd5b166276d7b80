import './presenter.css'
import './results.css'
import './groups.css'
import './footer.css'
import './phone.css'
import { sessionErrors } from '../ui/load-error.tsx'
import { removeVoidEdits } from '../ui/questions/edit-storage.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { LaterRemote } from './later.tsx'
import { usePhone } from './phone.ts'
import { openPresentation } from './presentation.tsx'
import type { PresentationState } from './presentation-state.ts'
import { Presenter } from './presenter.tsx'

// The tab may have been the dashboard before, and can go back to it.
removeVoidEdits()
const [, entryPoint, name = ''] = location.pathname.split('/')

// A projector link has its own API; a presenter uses the dashboard's API and cookie.
if (entryPoint === 'p')
  openPresentation({
    link: 'projector',
    path: `/p/api/${name}`,
    errors: { 404: presenterTexts.brokenLink },
    title: presenterTexts.title,
    show: state => <Presenter state={state} />,
  })
else
  openPresentation({
    link: 'admin',
    path: `/admin/api/${name}`,
    errors: sessionErrors(name),
    title: presenterTexts.title,
    show: state => <PresenterOrRemote state={state} />,
  })

/** A phone is a remote until it is held sideways. */
function PresenterOrRemote({ state }: { readonly state: PresentationState }) {
  const isPhone = usePhone()
  const parts = { state, dashboardPath: `/admin/${name}` }
  return isPhone.value ? <LaterRemote {...parts} /> : <Presenter {...parts} />
}
