import { useEffect, useRef } from 'preact/hooks'
import { copyLink } from '../../ui/clipboard.ts'

interface Props {
  readonly url: string
  /** What it is. */
  readonly label: string
  /** What it does, and that it is shown only now. */
  readonly description: string
}

/** A link that is shown only when it has been made, with the focus on it. */
export function OneTimeLink({ url, label, description }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const link = useRef<HTMLElement>(null)
  useEffect(() => group.current?.focus(), [url])
  return (
    <fieldset class="notice given" ref={group} tabIndex={-1} aria-label={label}>
      <p>{description}</p>
      <p>
        <code ref={link}>{url}</code>
      </p>
      <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
        Copy this link
      </button>
    </fieldset>
  )
}
