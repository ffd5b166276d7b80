import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { QuestionType } from '../../../src/domain/surveys/question.ts'
import { later } from '../../ui/later.ts'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import { type DraftQuestion, moveTo, positionOf } from '../../ui/questions/draft.ts'
import { questionLabel, requirementText } from '../../ui/questions/question-label.ts'
import { type TextName, textFieldId } from '../../ui/settings/survey-texts-fields.tsx'
import { builderTexts as app } from '../../words/builder-words.ts'
import { surveyTexts } from '../../words/survey-texts-words.ts'
import { words } from '../../words/words.ts'
import { addQuestion } from './add-question.ts'
import type { Builder, Pane } from './builder.ts'
import { TypeIcon } from './type-icon.tsx'

/** Questions can be moved by buttons at once, and dragged as soon as this has arrived. */
const dragging = later(() => import('./outline-drag.ts'))

interface Props {
  readonly builder: Builder
  readonly paste: () => void
}

/** All questions in order, which can be dragged, and selected for editing. */
export function Outline({ builder, paste }: Props) {
  const { questions } = builder.draft.value
  const list = useRef<HTMLOListElement>(null)
  /** The position to which a dragged question would move. */
  const dropAt = useSignal<number | undefined>(undefined)
  const { value: drag } = dragging.loaded
  useEffect(() => {
    dragging.load()
  }, [])
  useEffect(() => {
    if (list.current === null) return
    return drag?.dragQuestions(list.current, dropAt, (key, position) => drop(builder, key, position))
  }, [builder, drag])
  return (
    <nav class="outline" aria-label={app.outline}>
      {questions.length === 0 && <p class="muted">{app.empty}</p>}
      <TextRow builder={builder} name="introduction" />
      <ol ref={list} data-drop-end={dropAt.value === questions.length || undefined}>
        {questions.map((question, position) => (
          <OutlineRow
            key={question.index}
            builder={builder}
            question={question}
            position={position}
            isDropPlace={dropAt.value === position}
          />
        ))}
      </ol>
      <TextRow builder={builder} name="thanks" />
      <p class="row">
        <button type="button" class="quiet" onClick={() => addQuestion(builder, questions.length)}>
          {app.addQuestion}
        </button>
        <button type="button" class="quiet" aria-label={app.pasteQuestions} onClick={paste}>
          {app.pasteShort}
        </button>
      </p>
    </nav>
  )
}

/** What the survey says before or after its questions. */
function TextRow({ builder, name }: { readonly builder: Builder; readonly name: TextName }) {
  const text = builder.texts.value[name]?.trim() ?? ''
  const open = () => {
    builder.pane.value = 'texts'
    focusSoon(textFieldId(name))
  }
  return (
    <button type="button" class="outline-row text-row" onClick={open}>
      <span class="outline-text">
        {text === '' ? surveyTexts.add[name] : surveyTexts.named(surveyTexts.names[name], text)}
      </span>
    </button>
  )
}

/** Panes that show no question. */
const OTHER_PANES: readonly Pane[] = ['theme', 'texts']

interface RowProps {
  readonly builder: Builder
  readonly question: DraftQuestion
  readonly position: number
  readonly isDropPlace: boolean
}

function OutlineRow({ builder, question, position, isDropPlace }: RowProps) {
  const key = question.index
  const isOpen = builder.openKey.value === key && !OTHER_PANES.includes(builder.pane.value)
  const type = question.type as QuestionType
  const hasProblem = builder.problems.value.some(problem => problem.key === key)
  const open = () => {
    builder.open(key)
    focusSoon('question-position')
  }
  return (
    <li data-key={key} data-drop={isDropPlace || undefined}>
      <button
        type="button"
        class="outline-row"
        id={`open-${key}`}
        aria-current={isOpen ? 'true' : undefined}
        title={requirementText(builder.draft.value, question)}
        onClick={open}
      >
        <span class="outline-number">{position + 1}</span>
        <TypeIcon type={type} />
        <span class="outline-text" lang={question.text === '' ? undefined : builder.textLanguage.value.lang} dir="auto">
          {String(question.text) || words.questions.newQuestion}
        </span>
        {hasProblem && (
          <span class="problem-dot" role="img" aria-label={app.needsAttention} title={app.needsAttention} />
        )}
        <svg class="grip" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M8 5h.01M12 5h.01M8 10h.01M12 10h.01M8 15h.01M12 15h.01" />
        </svg>
      </button>
    </li>
  )
}

/** @param target position among all questions, including the dragged one, before which it is put */
function drop(builder: Builder, key: number, target: number): void {
  const draft = builder.draft.value
  const from = positionOf(draft, key)
  const position = target > from ? target - 1 : target
  const question = draft.questions[from]
  if (question === undefined || position === from) return
  builder.edit(moveTo(draft, key, position))
  builder.announcement.value = words.questions.moved(questionLabel(question), position + 1, draft.questions.length)
}
