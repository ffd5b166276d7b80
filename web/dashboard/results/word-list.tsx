import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ListedWord, WordList as WordsRead } from '../../../src/dashboard/contract.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { attempt } from '../../ui/notice.tsx'
import { OURS } from '../../ui/our-words.ts'
import type { ProjectedTexts } from '../../ui/projected-texts.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'
import { ScreenButton } from '../pick-button.tsx'
import type { SurveyModel } from '../survey-model.ts'

interface Props {
  readonly model: SurveyModel
  readonly projectedTexts: ProjectedTexts
  readonly result: Result
}

/** A question's words and phrases, which can be projected as a whole and hidden one by one. */
export function WordList({ model, projectedTexts, result }: Props) {
  const isOpen = useSignal(false)
  return (
    <details class="word-list screen-only" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary {...OURS}>{dashboardTexts.results.words}</summary>
      {isOpen.value && <OpenList model={model} projectedTexts={projectedTexts} result={result} />}
    </details>
  )
}

function OpenList({ model, projectedTexts, result: { index, text } }: Props) {
  const list = useSignal<readonly ListedWord[] | undefined>(undefined)
  const path = `/words/${index}`
  const load = async () => {
    list.value = (await model.send<WordsRead>('GET', path)).words
  }
  const change = (body: object) =>
    attempt(async () => {
      await model.send('PATCH', path, body)
      await Promise.all([load(), projectedTexts.load()])
    })
  useEffect(() => {
    attempt(load)
  }, [path])
  const isShown = projectedTexts.of(index).words !== null
  if (list.value === undefined)
    return (
      <p class="muted" {...OURS}>
        {dashboardTexts.results.counting}
      </p>
    )
  return (
    <>
      <p class="muted" {...OURS}>
        {list.value.length === 0 ? dashboardTexts.results.noWords : dashboardTexts.results.wordsAbout}
      </p>
      <p lang={OURS.lang}>
        <ScreenButton isOn={isShown} onPress={() => change({ shown: !isShown })} />
      </p>
      {list.value.length > 0 && (
        <table>
          <caption class="visually-hidden" {...OURS}>
            {dashboardTexts.results.wordsOf(text)}
          </caption>
          <thead {...OURS}>
            <tr>
              <th scope="col">{words.charts.word}</th>
              <th scope="col">{words.charts.writtenBy}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {list.value.map(({ word, people, hidden }) => (
              <tr key={word} data-hidden={hidden || undefined}>
                <th scope="row" dir="auto">
                  {word}
                </th>
                <td>{words.format.number(people)}</td>
                <td {...OURS}>
                  <button
                    type="button"
                    class="quiet small"
                    aria-label={
                      hidden ? dashboardTexts.results.unhideWord(word) : dashboardTexts.results.hideWord(word)
                    }
                    onClick={() => change({ word, hidden: !hidden })}
                  >
                    {hidden ? dashboardTexts.results.unhide : dashboardTexts.results.hide}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
