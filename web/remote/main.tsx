import '../presenter/presenter.css'
import '../presenter/results.css'
import { openPresentation } from '../presenter/presentation.tsx'
import { remoteTexts } from '../words/remote-words.ts'
import { Remote } from './remote.tsx'

const [, , token = ''] = location.pathname.split('/')

openPresentation({
  link: 'remote',
  path: `/remote/api/${token}`,
  errors: { 404: remoteTexts.gone },
  title: remoteTexts.title,
  show: state => <Remote state={state} />,
})
