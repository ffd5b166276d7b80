import { useEffect, useRef } from 'preact/hooks'
import { copyLink } from '../../ui/copy.ts'

interface Given {
  readonly url: string
  /** What it is. */
  readonly label: string
  /** What it does, and that it is shown only now. */
  readonly about: string
}

/** A link that is shown only when it has been made, with the focus on it. */
export function GivenLink({ url, label, about }: Given) {
  const group = useRef<HTMLFieldSetElement>(null)
  const link = useRef<HTMLElement>(null)
  useEffect(() => group.current?.focus(), [url])
  return (
    <fieldset class="notice given" ref={group} tabIndex={-1} aria-label={label}>
      <p>{about}</p>
      <p>
        <code ref={link}>{url}</code>
      </p>
      <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
        Copy this link
      </button>
    </fieldset>
  )
}
