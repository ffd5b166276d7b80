import { useRef } from 'preact/hooks'
import { addOption, type Draft, moveOption, optionsOf, removeOption, renameOption } from './draft.ts'
import { isChoosable } from './harm.ts'
import { type Fields, focusSoon, holdsFocus, Icon, StepButton } from './step.tsx'
import { quoted } from './words.ts'

/** The options of a multiple-choice question. */
export function OptionFields({ editor, question }: Fields) {
  const key = question.index
  const options = optionsOf(question)
  const more = () => {
    editor.edit(addOption(editor.draft.value, key))
    focusSoon(`option-${key}-${options.length}`)
  }
  return (
    <fieldset>
      <legend>Options</legend>
      <ol class="options">
        {options.map((option, at) => (
          // An option is its place: its text changes as it is written.
          <OptionRow key={at} editor={editor} question={question} option={option} at={at} />
        ))}
      </ol>
      <button type="button" class="quiet" onClick={more}>
        Add an option
      </button>
    </fieldset>
  )
}

interface OptionRow extends Fields {
  readonly option: string
  readonly at: number
}

function OptionRow({ editor, question, option, at }: OptionRow) {
  const draft = editor.draft.value
  const key = question.index
  const name = option === '' ? `option ${at + 1}` : quoted(option)
  const isLast = optionsOf(question).length === 1
  const isKept = !holdsFocus(`option-${key}-${at}`) && isChoosable(draft, key, option, editor.answered.value)
  const takeOut = () => {
    editor.edit(removeOption(draft, key, at))
    focusSoon(`option-${key}-${Math.max(0, at - 1)}`)
  }
  return (
    <li>
      {isKept ? (
        <span class="option-text">{option}</span>
      ) : (
        <OptionInput editor={editor} question={question} option={option} at={at} />
      )}
      <OptionMove editor={editor} question={question} option={option} at={at} by={-1} />
      <OptionMove editor={editor} question={question} option={option} at={at} by={1} />
      {!isKept && (
        <StepButton
          name={`Remove ${name}`}
          reason={isLast ? 'It needs at least one option.' : undefined}
          act={takeOut}
          look="plain"
        >
          <Icon of="remove" />
        </StepButton>
      )}
    </li>
  )
}

/** Each text is a renaming of what stood there before the first key, so that rules follow to the end of a word. */
function OptionInput({ editor, question, option, at }: OptionRow) {
  const key = question.index
  const writing = useRef<{ readonly from: Draft; readonly last: Draft }>(undefined)
  const write = (text: string) => {
    const draft = editor.draft.value
    const from = writing.current?.last === draft ? writing.current.from : draft
    const last = renameOption(from, key, at, text)
    writing.current = { from, last }
    editor.edit(last)
  }
  return (
    <input
      id={`option-${key}-${at}`}
      aria-label={`Option ${at + 1}`}
      value={option}
      onInput={({ currentTarget }) => write(currentTarget.value)}
    />
  )
}

function OptionMove({ editor, question, option, at, by }: OptionRow & { readonly by: -1 | 1 }) {
  const [way, key] = [by < 0 ? 'up' : 'down', question.index] as const
  const count = optionsOf(question).length
  const isAtEnd = at + by < 0 || at + by >= count
  const act = () => {
    editor.edit(moveOption(editor.draft.value, key, at, by))
    editor.told.value = `${quoted(option)} is option ${at + by + 1} of ${count} now.`
    focusSoon(`option-${way}-${key}-${at + by}`)
  }
  return (
    <StepButton
      id={`option-${way}-${key}-${at}`}
      name={`Move ${option === '' ? `option ${at + 1}` : quoted(option)} ${way}`}
      reason={isAtEnd ? `It is the ${by < 0 ? 'first' : 'last'} option.` : undefined}
      act={act}
      look="plain"
    >
      <Icon of={way} />
    </StepButton>
  )
}
