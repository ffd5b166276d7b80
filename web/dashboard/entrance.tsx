import { useEffect, useRef } from 'preact/hooks'
import { isUuid } from '../../src/domain/text.ts'
import { Refused, request } from '../ui/request.ts'
import { Desk } from './desk.ts'

/**
 * Opens the dashboard that the address names. A token that stands behind `#` is exchanged for the survey's cookie and
 * taken out of the address, since presenters share their screens.
 * @throws Refused
 */
export async function enter(slug: string): Promise<Desk> {
  const token = location.hash.slice(1)
  if (isUuid(token)) {
    history.replaceState(null, '', location.pathname)
    await request('POST', `/admin/api/${slug}/session`, { token })
  }
  return Desk.open(slug)
}

/** Why nothing is shown, and what to do about it. */
export function Refusal({ error }: { readonly error: unknown }) {
  const { title, text } = reasonOf(error)
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

export const ENDED = new Refused(404, 'not found')
export const DELETED = new Refused(410, 'deleted')

function reasonOf(error: unknown): { title: string; text: string } {
  const status = error instanceof Refused ? error.status : undefined
  if (status === 401)
    return {
      title: 'This dashboard opens with its link',
      text: 'Open the dashboard link that was given when the survey was made. This browser has not been let in by it yet.',
    }
  if (status === 404)
    return {
      title: 'This link opens no dashboard',
      text: 'It may be incomplete, it may have been replaced by a newer one, or the survey was deleted. Ask whoever made the survey for the present link.',
    }
  if (status === 410)
    return {
      title: 'The survey and its answers are deleted',
      text: 'Its public link, its projector link and this dashboard open nothing any more. This page can be closed.',
    }
  return {
    title: 'The dashboard could not be loaded',
    text: error instanceof Refused ? error.message : 'Something failed in this page. Load it again.',
  }
}
