import { useRef } from 'preact/hooks'
import { copyLink } from '../../ui/clipboard.ts'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'

export function EmptyState({ model }: { readonly model: SurveyModel }) {
  const { status, url } = model.survey.value
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <>
      <p>{status === 'open' ? words.responses.emptyOpen : words.responses.emptyClosed}</p>
      <p class="row">
        <a ref={link} href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
        <button type="button" class="quiet small" onClick={() => copyLink(url, link.current)}>
          {words.common.copyLink}
        </button>
      </p>
    </>
  )
}
