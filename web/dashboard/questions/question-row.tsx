import type { QuestionType } from '../../../src/domain/surveys/question.ts'
import { ActionButton, blockedBy, focusSoon, hasFocus, Icon } from '../../ui/questions/action-button.tsx'
import { type DraftQuestion, move, positionOf } from '../../ui/questions/draft.ts'
import { type EditProblem, isLocked } from '../../ui/questions/edit-impact.ts'
import { QuestionButtons } from '../../ui/questions/question-buttons.tsx'
import { QuestionFields } from '../../ui/questions/question-fields.tsx'
import { questionLabel, requirementText } from '../../ui/questions/question-label.ts'
import { visibleText } from '../../ui/visible-text.ts'
import { words } from '../../words/words.ts'
import type { Editor } from './editor.ts'

interface Props {
  readonly editor: Editor
  readonly question: DraftQuestion
  readonly position: number
  readonly consequences: readonly EditProblem[]
}

/** A question in the list with its problems, and its fields while it is open. */
export function QuestionRow({ editor, question, position, consequences }: Props) {
  const key = question.index
  const text = visibleText(String(question.text))
  const isOpen = editor.openKey.value === key
  const isFocused = hasFocus(`up-${key}`) || hasFocus(`down-${key}`)
  const isFixed = !isFocused && key === position && isLocked(editor.draft.value, key, editor.locked.value)
  const isHere = (one: EditProblem) => one.key === key
  // Problems of a part of the open form are shown beside that part.
  const isShown = (one: EditProblem) => isHere(one) && (!isOpen || one.part === undefined)
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
              editor.openKey.value = isOpen ? undefined : key
            }}
          >
            <span class="number">{position + 1}</span>{' '}
            <span class="entry-text" lang={text === '' ? undefined : editor.textLanguage.value.lang} dir="auto">
              {text || words.questions.newQuestion}
            </span>{' '}
            <span class="entry-action">{isOpen ? words.questions.done : words.questions.edit}</span>
          </button>
        </h3>
        {!isFixed && (
          <span class="moves">
            <MoveButton editor={editor} question={question} by={-1} />
            <MoveButton editor={editor} question={question} by={1} />
          </span>
        )}
        <p class="entry-kind">
          {words.common.questionTypes[question.type as QuestionType]} · {requirementText(editor.draft.value, question)}
        </p>
      </div>
      {editor.problems.value.filter(isShown).map(({ text }) => (
        <p class="error" key={text}>
          {text}
        </p>
      ))}
      {consequences.filter(isHere).map(({ text }) => (
        <p class="help" key={text}>
          {text}
        </p>
      ))}
      {isOpen && (
        <QuestionFields
          editor={editor}
          question={question}
          buttons={<QuestionButtons editor={editor} question={question} />}
        />
      )}
    </li>
  )
}

function MoveButton({ editor, question, by }: Pick<Props, 'editor' | 'question'> & { readonly by: -1 | 1 }) {
  const draft = editor.draft.value
  const [direction, key] = [by < 0 ? 'up' : 'down', question.index] as const
  const next = move(draft, key, by)
  const position = positionOf(next, key)
  const isAtEnd = position === positionOf(draft, key)
  const reason = isAtEnd ? (by < 0 ? words.questions.isFirst : words.questions.isLast) : blockedBy(editor, next)
  const moveQuestion = () => {
    editor.edit(next)
    editor.announcement.value = words.questions.moved(questionLabel(question), position + 1, next.questions.length)
    focusSoon(`${direction}-${key}`)
  }
  return (
    <ActionButton
      id={`${direction}-${key}`}
      label={(by < 0 ? words.questions.moveUp : words.questions.moveDown)(questionLabel(question))}
      disabledReason={reason}
      onPress={moveQuestion}
      variant="plain"
    >
      <Icon of={direction} />
    </ActionButton>
  )
}
