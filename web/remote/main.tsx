import '../presenter/presenter.css'
import '../presenter/results.css'
import { openPresentation } from '../presenter/presentation.tsx'
import { presenterTexts } from '../words/presenter-words.ts'
import { remoteTexts } from '../words/remote-words.ts'
import { Remote } from './remote.tsx'

const [, , token = ''] = location.pathname.split('/')

openPresentation({
  link: 'remote',
  path: `/remote/api/${token}`,
  errors: { 404: presenterTexts.brokenLink },
  title: remoteTexts.title,
  show: state => <Remote state={state} />,
})
