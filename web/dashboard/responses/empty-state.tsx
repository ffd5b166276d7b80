import { useRef } from 'preact/hooks'
import { copyLink } from '../../ui/clipboard.ts'
import type { SurveyModel } from '../survey-model.ts'

export function EmptyState({ model }: { readonly model: SurveyModel }) {
  const { status, url } = model.survey.value
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
