import { render } from '../ui/render.ts'
import './presenter.css'
import './results.css'
import './footer.css'
import './phone.css'
import type { PresentationView } from '../../src/domain/results/presentation.ts'
import { LiveSurvey, type WatchedSurvey } from '../ui/live-survey.ts'
import { type ErrorTexts, isTemporary, LoadError, sessionErrors } from '../ui/load-error.tsx'
import { request } from '../ui/request.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { PresentationState } from './presentation-state.ts'
import { Presenter } from './presenter.tsx'
import { keepScreenOn } from './wake-lock.ts'

const PROJECTOR_ERRORS: ErrorTexts = {
  404: { title: presenterTexts.noProjectorTitle, text: presenterTexts.noProjector },
}

const main = document.querySelector('main') as HTMLElement
const [, entryPoint, name = ''] = location.pathname.split('/')
/** A projector link has its own API; a presenter uses the dashboard's API and cookie. */
const isProjector = entryPoint === 'p'
const path = isProjector ? `/p/api/${name}` : `/admin/api/${name}`
const errors = isProjector ? PROJECTOR_ERRORS : sessionErrors(name)
const dashboardPath = isProjector ? undefined : `/admin/${name}`

/** Delay before retrying to load the page, in milliseconds, because nobody may be sitting at the projector. */
const RETRY_MS = 5_000
let retryTimer: ReturnType<typeof setTimeout> | undefined

async function start(): Promise<void> {
  clearTimeout(retryTimer)
  try {
    const [survey, presentation] = await Promise.all([
      request<WatchedSurvey>('GET', path),
      request<PresentationView>('GET', `${path}/presentation`),
    ])
    const state = new PresentationState(new LiveSurvey(path, survey), presentation, !isProjector)
    render(<Presenter state={state} errors={errors} dashboardPath={dashboardPath} />, main)
    keepScreenOn()
  } catch (error) {
    if (isTemporary(error)) retryTimer = setTimeout(start, RETRY_MS)
    render(<LoadError error={error} texts={errors} retry={start} />, main)
  }
}

start()
