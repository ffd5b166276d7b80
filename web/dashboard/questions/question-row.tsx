import { type Drafted, move, placeOf } from './draft.ts'
import type { Editor } from './editor.ts'
import { type Fault, isAnswered } from './harm.ts'
import { QuestionFields } from './question-fields.tsx'
import { focusSoon, holdsFocus, Icon, reasonAgainst, StepButton } from './step.tsx'
import { named, requirementWords, TYPES } from './words.ts'

interface Row {
  readonly editor: Editor
  readonly question: Drafted
  readonly place: number
  readonly follows: readonly Fault[]
}

/** A question in the list: what it is and what is wrong with it; its fields where it is open. */
export function QuestionRow({ editor, question, place, follows }: Row) {
  const key = question.index
  const { harms, faults } = editor.explanation.value
  const isOpen = editor.opened.value === key
  const isHeld = holdsFocus(`up-${key}`) || holdsFocus(`down-${key}`)
  const isKept = !isHeld && key === place && isAnswered(editor.draft.value, key, editor.answered.value)
  const isHere = (one: Fault) => one.key === key
  return (
    <li class="entry">
      <div class="entry-head">
        <h3>
          <button
            type="button"
            class="opener"
            id={`open-${key}`}
            aria-expanded={isOpen}
            onClick={() => {
              editor.opened.value = isOpen ? undefined : key
            }}
          >
            <span class="number">{place + 1}</span>{' '}
            <span class="entry-text">{String(question.text) || 'New question'}</span>
          </button>
        </h3>
        {!isKept && <MoveButton editor={editor} question={question} by={-1} />}
        {!isKept && <MoveButton editor={editor} question={question} by={1} />}
      </div>
      <p class="entry-kind">
        {TYPES[question.type as keyof typeof TYPES]} · {requirementWords(editor.draft.value, question)}
      </p>
      {[...harms, ...faults].filter(isHere).map(({ text }) => (
        <p class="error" key={text}>
          {text}
        </p>
      ))}
      {follows.filter(isHere).map(({ text }) => (
        <p class="help" key={text}>
          {text}
        </p>
      ))}
      {isOpen && <QuestionFields editor={editor} question={question} />}
    </li>
  )
}

function MoveButton({ editor, question, by }: Pick<Row, 'editor' | 'question'> & { readonly by: -1 | 1 }) {
  const draft = editor.draft.value
  const [way, key] = [by < 0 ? 'up' : 'down', question.index] as const
  const next = move(draft, key, by)
  const place = placeOf(next, key)
  const isAtEnd = place === placeOf(draft, key)
  const reason = isAtEnd ? `It is the ${by < 0 ? 'first' : 'last'} question.` : reasonAgainst(editor, next)
  const act = () => {
    editor.edit(next)
    editor.told.value = `${named(question)} is question ${place + 1} of ${next.questions.length} now.`
    focusSoon(`${way}-${key}`)
  }
  return (
    <StepButton id={`${way}-${key}`} name={`Move ${named(question)} ${way}`} reason={reason} act={act} look="plain">
      <Icon of={way} />
    </StepButton>
  )
}
