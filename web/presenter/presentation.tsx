import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import type { PresentationView } from '../../src/domain/results/presentation.ts'
import { groupCharts } from '../ui/charts/later-group-chart.tsx'
import { LiveSurvey, type WatchedSurvey } from '../ui/live-survey.ts'
import { type ErrorTexts, errorForEnd, isTemporary, LoadError } from '../ui/load-error.tsx'
import { render } from '../ui/render.ts'
import { request } from '../ui/request.ts'
import { applyTheme } from '../ui/theme-styles.ts'
import { announceChanges } from './announcements.ts'
import { type LinkKind, PresentationState } from './presentation-state.ts'
import { keepScreenOn } from './wake-lock.ts'

/** Delay before retrying to load the page, in milliseconds, because nobody may be sitting at the projector. */
const RETRY_MS = 5_000

interface Opened {
  readonly link: LinkKind
  /** Of the link's own API. */
  readonly path: string
  /** The errors shown when the link does not work, or stops working. */
  readonly errors: ErrorTexts
  /** @param survey its title */
  readonly title: (survey: string) => string
  readonly show: (state: PresentationState) => ComponentChildren
}

/** Reads what is presented, and shows it in place of the page. */
export async function openPresentation(opened: Opened): Promise<void> {
  const { link, path, errors, title, show } = opened
  const main = document.querySelector('main') as HTMLElement
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  const open = async () => {
    clearTimeout(retryTimer)
    try {
      const [survey, presentation] = await Promise.all([
        request<WatchedSurvey>('GET', path),
        request<PresentationView>('GET', `${path}/presentation`),
      ])
      const state = new PresentationState(new LiveSurvey(path, survey), presentation, link)
      const frame = { state, errors, title }
      render(<Presentation {...frame}>{show(state)}</Presentation>, main)
      keepScreenOn()
    } catch (error) {
      if (isTemporary(error)) retryTimer = setTimeout(open, RETRY_MS)
      render(<LoadError error={error} texts={errors} retry={open} />, main)
    }
  }
  await open()
}

interface Props extends Pick<Opened, 'errors' | 'title'> {
  readonly state: PresentationState
  readonly children: ComponentChildren
}

/** Follows the room, in the colours of the survey, until the link stops working. */
function Presentation({ state, errors, title, children }: Props) {
  const { theme, title: survey } = state.live.survey.value
  useLayoutEffect(() => applyTheme(theme), [JSON.stringify(theme)])
  useEffect(() => state.follow(), [state])
  useEffect(() => announceChanges(state), [state])
  const hasGroups = state.results.value.some(({ group }) => group !== undefined)
  useEffect(() => {
    if (hasGroups) groupCharts.load()
  }, [hasGroups])
  useEffect(() => {
    document.title = title(survey)
  }, [survey])
  const ended = state.live.ended.value
  return ended === undefined ? children : <LoadError error={errorForEnd(ended)} texts={errors} />
}
