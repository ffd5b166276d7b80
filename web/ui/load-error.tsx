import { useEffect, useRef } from 'preact/hooks'
import { ownerTexts } from '../words/owner-words.ts'
import { words } from '../words/shared-words.ts'
import { listPath } from './list-path.ts'
import type { EndReason } from './live-survey.ts'
import { RequestError } from './request.ts'

interface ErrorText {
  readonly title: string
  readonly text: string
  /** Where to go from here. */
  readonly link?: { readonly text: string; readonly href: string }
  /** Shown if nothing else helps. */
  readonly note?: string
}

/** The error texts of a page by HTTP status. */
export type ErrorTexts = { readonly [status: number]: ErrorText }

interface Props {
  readonly error: unknown
  readonly texts: ErrorTexts
  /** Loads it again; offered if that may help. */
  readonly retry?: (() => void) | undefined
}

/** The whole page when nothing can be shown: what happened and what to do. */
export function LoadError({ error, texts, retry }: Props) {
  const { title, text, link, note } = (error instanceof RequestError && texts[error.status]) || unexpectedError(error)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    heading.current?.focus()
  }, [title])
  return (
    <div class="load-error" data-status={error instanceof RequestError ? error.status : undefined}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      {retry !== undefined && isTemporary(error) && (
        <p class="row">
          <button type="button" onClick={retry}>
            {words.common.tryAgain}
          </button>
        </p>
      )}
      {link !== undefined && (
        <p class="row">
          <a class="button" href={link.href}>
            {link.text}
          </a>
        </p>
      )}
      {note !== undefined && <p class="muted">{note}</p>}
    </div>
  )
}

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** The error for a survey that was open on this page and no longer is. */
export function errorForEnd(end: EndReason): RequestError {
  if (end === 'signed out') return new RequestError(401, 'signed out')
  return end === 'deleted' ? new RequestError(410, 'deleted') : new RequestError(404, 'not found')
}

/**
 * For pages that a survey's session opens. An ended session, another person's survey and a missing one get the same
 * response, so the suggested next step is the list of surveys: signing in would lead somebody who is signed in back to
 * the same error.
 * @param isOwner whether the survey belonged to the account that had it open
 */
export function sessionErrors(slug: string, isOwner = false): ErrorTexts {
  const note = words.errors.lostLink
  const signIn = { text: ownerTexts.signIn, href: `/sign-in?next=${encodeURIComponent(location.pathname)}` }
  const list = { text: ownerTexts.toList, href: listPath(slug) }
  return {
    401: { title: words.errors.signInTitle, text: words.errors.signIn, link: signIn, note },
    404: { title: words.errors.noAccessTitle, text: words.errors.noAccess, link: list, note },
    410: { title: words.errors.deletedTitle, text: words.errors.deleted, ...(isOwner && { link: list }) },
  }
}

function unexpectedError(error: unknown): ErrorText {
  return {
    title: words.errors.loadTitle,
    text: error instanceof RequestError ? error.message : words.errors.load,
  }
}
