import { NEWEST_TEXTS } from '../../../src/domain/responses/limits.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import type { Texts } from '../../ui/newest-texts.ts'
import { attempt } from '../../ui/notice.tsx'
import { OURS } from '../../ui/our-words.ts'
import type { ProjectedTexts } from '../../ui/projected-texts.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { PickButton } from '../pick-button.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { WordList } from './word-list.tsx'

interface Props {
  readonly model: SurveyModel
  readonly result: Result
  readonly texts: Texts
  readonly projectedTexts: ProjectedTexts
}

/** The newest answers to a free-text question, and those on the projected screen. */
export function Quotes({ model, result, texts: { byQuestion, load }, projectedTexts }: Props) {
  const { index, answered, text } = result
  const newest = byQuestion.value?.get(index)
  if (answered === 0) return null
  const isFailed = newest === undefined && byQuestion.value !== undefined
  if (isFailed) return <WordList model={model} projectedTexts={projectedTexts} result={result} />
  if (newest === undefined)
    return <div class="quotes" aria-busy="true" style={{ '--lines': Math.min(answered, NEWEST_TEXTS) }} />
  const unread = answered - newest.answered
  const isNewest = (id: string | undefined) => newest.texts.some(one => one.id === id)
  const others = projectedTexts.of(index).picks.filter(({ id }) => !isNewest(id))
  const list = { model, projectedTexts, index }
  return (
    <div class="quotes">
      <QuoteList {...list} name={dashboardTexts.results.newest(text)} texts={newest.texts} />
      <p class="row screen-only" lang={OURS.lang}>
        {answered > newest.texts.length && <a href="#responses">{dashboardTexts.results.readAll(answered)}</a>}
        {unread > 0 && (
          <button type="button" class="quiet small" onClick={() => attempt(load)}>
            {dashboardTexts.results.showNew(unread)}
          </button>
        )}
      </p>
      {others.length > 0 && (
        <>
          <h3 {...OURS}>{dashboardTexts.results.alsoOnScreen}</h3>
          <QuoteList {...list} name={dashboardTexts.results.pickedOf(text)} texts={others} />
        </>
      )}
      <WordList model={model} projectedTexts={projectedTexts} result={result} />
    </div>
  )
}

interface ListProps extends Pick<Props, 'model' | 'projectedTexts'> {
  readonly index: number
  readonly name: string
  readonly texts: readonly { readonly id?: string; readonly text: string }[]
}

function QuoteList({ model, projectedTexts, index, name, texts }: ListProps) {
  return (
    <ul aria-label={name}>
      {texts.map(({ id = '', text }) => (
        <li key={id}>
          <blockquote dir="auto" id={`text-${index}-${id}`}>
            {text}
          </blockquote>
          <span class="screen-only" {...OURS}>
            <PickButton
              model={model}
              projectedTexts={projectedTexts}
              index={index}
              id={id}
              describedBy={`text-${index}-${id}`}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
