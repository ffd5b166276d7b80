import { render } from 'preact'
import './presenter.css'
import { LiveSurvey, type WatchedSurvey } from '../ui/live-survey.ts'
import { DASHBOARD_ERRORS, type ErrorTexts, LoadError } from '../ui/load-error.tsx'
import { request } from '../ui/request.ts'
import { PresentationState } from './presentation-state.ts'
import { Presenter } from './presenter.tsx'
import { keepScreenOn } from './wake-lock.ts'

const PROJECTOR_ERRORS: ErrorTexts = {
  404: {
    title: 'This link shows nothing',
    text: 'It may be incomplete, it may have been withdrawn or replaced by a newer one, or the survey was deleted. Ask whoever gave it for the present link.',
  },
}

const main = document.querySelector('main') as HTMLElement
const [, door, name = ''] = location.pathname.split('/')
/** A wall reads by its own link, and whoever presents by the dashboard's cookie. */
const [path, errors] = door === 'p' ? [`/p/api/${name}`, PROJECTOR_ERRORS] : [`/admin/api/${name}`, DASHBOARD_ERRORS]

async function start(): Promise<void> {
  try {
    const live = new LiveSurvey(path, await request<WatchedSurvey>('GET', path))
    render(<Presenter state={new PresentationState(live)} errors={errors} />, main)
    keepScreenOn()
  } catch (error) {
    render(<LoadError error={error} texts={errors} />, main)
  }
}

start()
