import { RATING_HIGHEST, RATING_LOWEST } from '../../../src/domain/values/answer.ts'
import { isBlank } from '../../../src/domain/values/text.ts'
import { questionSettingsTexts } from '../../words/question-settings-words.ts'
import { words } from '../../words/words.ts'
import type { QuestionProps } from './action-button.tsx'
import { type DraftQuestion, optionsOf, rightOf, setRight } from './draft.ts'
import { rightOptions } from './draft-settings.ts'
import { textAttributes } from './text-attributes.ts'

const POINTS = Array.from({ length: RATING_HIGHEST - RATING_LOWEST + 1 }, (_, at) => RATING_LOWEST + at)

/** The right answers, folded away, since most questions have none. */
export function RightAnswerFields({ editor, question }: QuestionProps) {
  const Fields = { multiple_choice: RightOptions, rating: RightPoints }[String(question.type)]
  if (Fields === undefined) return null
  return (
    <details class="folded">
      <summary>{summaryOf({ editor, question })}</summary>
      <Fields editor={editor} question={question} />
      <p class="help">{questionSettingsTexts.rightHelp}</p>
    </details>
  )
}

function summaryOf({ editor, question }: QuestionProps): string {
  const right = rightFor({ editor, question })
  if (right === undefined) return questionSettingsTexts.addRight
  if (!('options' in right)) return questionSettingsTexts.rightPoints(right.from, right.to)
  const options = optionsOf(question)
  return questionSettingsTexts.rightOptions(right.options.map(at => options[at] ?? ''))
}

/** A right answer for a type that the question no longer has is kept in case the type is changed back. */
function rightFor({ editor, question }: QuestionProps) {
  const right = rightOf(editor.draft.value, question.index)
  return right !== undefined && 'options' in right === (question.type === 'multiple_choice') ? right : undefined
}

function RightOptions({ editor, question }: QuestionProps) {
  const key = question.index
  const right = rightFor({ editor, question })
  const positions = right !== undefined && 'options' in right ? right.options : []
  const choose = (at: number, isRight: boolean) => {
    const others = positions.filter(one => one !== at)
    editor.edit(setRight(editor.draft.value, key, rightOptions(isRight ? [...others, at] : others)))
  }
  return (
    <fieldset>
      <legend class="visually-hidden">{questionSettingsTexts.right}</legend>
      {namedOptions(question).map(([option, at]) => (
        <label class="check" key={at}>
          <input
            type="checkbox"
            checked={positions.includes(at)}
            onChange={({ currentTarget }) => choose(at, currentTarget.checked)}
          />
          <span {...textAttributes(editor, option)}>{option}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Options without a text cannot be told apart. */
function namedOptions(question: DraftQuestion): [string, number][] {
  return optionsOf(question).flatMap((option, at) => (isBlank(option) ? [] : [[option, at]]))
}

function RightPoints({ editor, question }: QuestionProps) {
  const key = question.index
  const right = rightFor({ editor, question })
  const range = right !== undefined && 'from' in right ? right : undefined
  const choose = (end: 'from' | 'to', value: string) => {
    const point = Number(value)
    const { from, to } = range ?? { from: point, to: point }
    // The other end follows, so that no range is empty.
    const next = end === 'from' ? { from: point, to: Math.max(point, to) } : { from: Math.min(point, from), to: point }
    editor.edit(setRight(editor.draft.value, key, value === '' ? undefined : next))
  }
  return (
    <fieldset class="right-points">
      <legend class="visually-hidden">{questionSettingsTexts.right}</legend>
      {(['from', 'to'] as const).map(end => (
        <div key={end}>
          <label for={`right-${end}-${key}`}>{questionSettingsTexts.rightEnds[end]}</label>
          <select
            id={`right-${end}-${key}`}
            value={range === undefined ? '' : String(range[end])}
            onChange={({ currentTarget }) => choose(end, currentTarget.value)}
          >
            <option value="">{questionSettingsTexts.noRight}</option>
            {POINTS.map(point => (
              <option key={point} value={String(point)}>
                {words.format.number(point)}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  )
}
