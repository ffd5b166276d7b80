import { render } from 'preact'
import './presenter.css'
import { LiveSurvey, type Watched } from '../ui/live-survey.ts'
import { OF_DASHBOARDS, type Reasons, RefusalText } from '../ui/refusal.tsx'
import { request } from '../ui/request.ts'
import { keepAwake } from './awake.ts'
import { Show } from './show.ts'
import { Wall } from './wall.tsx'

const OF_PROJECTORS: Reasons = {
  404: {
    title: 'This link shows nothing',
    text: 'It may be incomplete, it may have been withdrawn or replaced by a newer one, or the survey was deleted. Ask whoever gave it for the present link.',
  },
}

const main = document.querySelector('main') as HTMLElement
const [, door, name = ''] = location.pathname.split('/')
/** A wall reads by its own link, and whoever presents by the dashboard's cookie. */
const [path, reasons] = door === 'p' ? [`/p/api/${name}`, OF_PROJECTORS] : [`/admin/api/${name}`, OF_DASHBOARDS]

async function start(): Promise<void> {
  try {
    const live = new LiveSurvey(path, await request<Watched>('GET', path))
    render(<Wall show={new Show(live)} reasons={reasons} />, main)
    keepAwake()
  } catch (error) {
    render(<RefusalText error={error} reasons={reasons} />, main)
  }
}

start()
