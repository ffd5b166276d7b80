import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { SEARCH_TEXT_LENGTH } from '../../../src/domain/responses/limits.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'

/** Whether answers are grouped by response or by question. */
export type ViewMode = 'response' | 'question'

const VIEW_MODES: readonly [mode: ViewMode, name: string][] = [
  ['response', dashboardTexts.responses.byResponse],
  ['question', dashboardTexts.responses.byQuestion],
]

/** Delay between the last key and the search, in milliseconds. */
const TYPING_DELAY_MS = 250

export function ViewModeSwitch({ mode }: { readonly mode: Signal<ViewMode> }) {
  return (
    <fieldset class="ways">
      <legend class="visually-hidden">{dashboardTexts.responses.view}</legend>
      {VIEW_MODES.map(([is, name]) => (
        <button
          key={is}
          type="button"
          class="quiet"
          aria-pressed={mode.value === is}
          onClick={() => {
            mode.value = is
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

interface QuestionSelectProps {
  /** The free-text questions. */
  readonly texts: readonly Result[]
  readonly question: Result
  /** The index of the selected question. */
  readonly chosenIndex: Signal<number>
  /** Of the questions. */
  readonly lang: string
}

export function QuestionSelect({ texts, question, chosenIndex, lang }: QuestionSelectProps) {
  return (
    <div>
      <label for="asked-question">{dashboardTexts.responses.question}</label>
      <select
        id="asked-question"
        lang={lang}
        value={question.index}
        onChange={({ currentTarget }) => {
          chosenIndex.value = Number(currentTarget.value)
        }}
      >
        {texts.map(({ index, text }) => (
          <option key={index} value={index}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** @param typed set to the search text once typing has paused */
export function SearchField({ typed }: { readonly typed: Signal<string> }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <search>
      <label for="response-search">{dashboardTexts.responses.search}</label>
      <input
        id="response-search"
        dir="auto"
        type="search"
        autocomplete="off"
        maxLength={SEARCH_TEXT_LENGTH}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            typed.value = currentTarget.value.trim()
          }, TYPING_DELAY_MS)
        }}
      />
    </search>
  )
}
