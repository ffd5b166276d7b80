import { useEffect, useRef } from 'preact/hooks'
import type { EndReason } from './live-survey.ts'
import { RequestError } from './request.ts'

interface ErrorText {
  readonly title: string
  readonly text: string
}

/** What a page says where it shows nothing, by the status of HTTP. */
export type ErrorTexts = { readonly [status: number]: ErrorText }

interface Props {
  readonly error: unknown
  readonly texts: ErrorTexts
}

/** Why nothing is shown, and what to do about it. */
export function LoadError({ error, texts }: Props) {
  const { title, text } = (error instanceof RequestError && texts[error.status]) || unexpectedError(error)
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
export function errorForEnd(end: EndReason): RequestError {
  return end === 'deleted' ? new RequestError(410, 'deleted') : new RequestError(404, 'not found')
}

export const DASHBOARD_ERRORS: ErrorTexts = {
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

function unexpectedError(error: unknown): ErrorText {
  return {
    title: 'This page could not be loaded',
    text: error instanceof RequestError ? error.message : 'Something failed in this page. Load it again.',
  }
}
