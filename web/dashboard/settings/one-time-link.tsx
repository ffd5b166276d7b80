import { useEffect, useRef } from 'preact/hooks'
import { copyLink } from '../../ui/clipboard.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'

interface Props {
  readonly url: string
  /** The name of the link. */
  readonly label: string
  /** What the link does, and that it is shown only once. */
  readonly description: string
}

/** A link that is shown only once, when it has been created. It takes the focus. */
export function OneTimeLink({ url, label, description }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  const link = useRef<HTMLElement>(null)
  useEffect(() => group.current?.focus(), [url])
  return (
    <fieldset class="notice one-time-link" ref={group} tabIndex={-1} aria-label={label}>
      <p>{description}</p>
      <p>
        <code ref={link}>{url}</code>
      </p>
      <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
        {dashboardTexts.settings.copyThisLink}
      </button>
    </fieldset>
  )
}
