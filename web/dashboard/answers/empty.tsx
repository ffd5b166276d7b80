import { useRef } from 'preact/hooks'
import { copyLink } from '../../ui/copy.ts'
import type { Desk } from '../desk.ts'

export function Empty({ desk }: { readonly desk: Desk }) {
  const { status, url } = desk.survey.value
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <>
      <p>
        {status === 'open'
          ? 'Give people this link. What they answer shows here as it comes in.'
          : 'The survey takes no answers now. Open it, then give people this link.'}
      </p>
      <p class="row">
        <a ref={link} href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
        <button type="button" class="quiet small" onClick={() => copyLink(url, link.current)}>
          Copy link
        </button>
      </p>
    </>
  )
}
