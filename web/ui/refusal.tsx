import { useEffect, useRef } from 'preact/hooks'
import type { End } from './live-survey.ts'
import { Refused } from './request.ts'

interface Reason {
  readonly title: string
  readonly text: string
}

/** What a page says where it shows nothing, by the status of HTTP. */
export type Reasons = { readonly [status: number]: Reason }

interface Shown {
  readonly error: unknown
  readonly reasons: Reasons
}

/** Why nothing is shown, and what to do about it. */
export function RefusalText({ error, reasons }: Shown) {
  const { title, text } = (error instanceof Refused && reasons[error.status]) || failureOf(error)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    heading.current?.focus()
  }, [title])
  return (
    <div class="refusal">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
    </div>
  )
}

/** For what was open and is no more. */
export function refusalOf(end: End): Refused {
  return end === 'deleted' ? new Refused(410, 'deleted') : new Refused(404, 'not found')
}

export const OF_DASHBOARDS: Reasons = {
  401: {
    title: 'This dashboard opens with its link',
    text: 'Open the dashboard link that was given when the survey was made. This browser has not been let in by it yet.',
  },
  404: {
    title: 'This link opens no dashboard',
    text: 'It may be incomplete, it may have been replaced by a newer one, or the survey was deleted. Ask whoever made the survey for the present link.',
  },
  410: {
    title: 'The survey and its answers are deleted',
    text: 'Its public link, its projector link and this dashboard open nothing any more. This page can be closed.',
  },
}

function failureOf(error: unknown): Reason {
  return {
    title: 'This page could not be loaded',
    text: error instanceof Refused ? error.message : 'Something failed in this page. Load it again.',
  }
}
