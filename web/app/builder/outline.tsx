import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { later } from '../../ui/later.ts'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import { requirementText } from '../../ui/questions/question-label.ts'
import { type TextName, textFieldId } from '../../ui/settings/survey-texts-fields.tsx'
import { visibleText } from '../../ui/visible-text.ts'
import { builderTexts as app } from '../../words/builder-words.ts'
import { surveyTexts } from '../../words/survey-texts-words.ts'
import { words } from '../../words/words.ts'
import { AddMenu } from './add-menu.tsx'
import type { Builder, Pane } from './builder.ts'
import { drop } from './entry-actions.ts'
import { kindOf } from './entry-kind.ts'
import { titleOf } from './groups/row-label.ts'
import { type Row, rowsOf } from './groups/rows.ts'
import { KindIcon } from './kind-icon.tsx'

/** Questions can be moved by buttons at once, and dragged as soon as this has arrived. */
const dragging = later(() => import('./outline-drag.ts'))

interface Props {
  readonly builder: Builder
  readonly paste: () => void
}

/** All questions and sections in order, which can be dragged, and selected for editing. */
export function Outline({ builder, paste }: Props) {
  const rows = rowsOf(builder.draft.value)
  const places = placesOf(rows)
  const list = useRef<HTMLOListElement>(null)
  /** The number of rows above the place to which a dragged one would move. */
  const dropAt = useSignal<number | undefined>(undefined)
  const { value: drag } = dragging.loaded
  useEffect(() => {
    dragging.load()
  }, [])
  useEffect(() => {
    if (list.current === null) return
    return drag?.dragRows(list.current, dropAt, (key, slot) => drop(builder, key, slot))
  }, [builder, drag])
  return (
    <nav class="outline" aria-label={app.outline}>
      {rows.length === 0 && <p class="muted">{app.empty}</p>}
      <TextRow builder={builder} name="introduction" />
      <ol ref={list} data-drop-end={dropAt.value === rows.length || undefined}>
        {rows.map((row, at) => (
          <OutlineRow
            key={`${row.type === 'end'} ${row.key}`}
            builder={builder}
            row={row}
            place={places[at]}
            isDropPlace={dropAt.value === at}
          />
        ))}
      </ol>
      <TextRow builder={builder} name="thanks" />
      <div class="row">
        <AddMenu builder={builder} name={app.addQuestion} after={undefined}>
          <button type="button" class="quiet" aria-label={app.pasteQuestions} onClick={paste}>
            {app.pasteShort}
          </button>
        </AddMenu>
      </div>
    </nav>
  )
}

/** What the survey says before or after its questions. */
function TextRow({ builder, name }: { readonly builder: Builder; readonly name: TextName }) {
  const text = visibleText(builder.texts.value[name])
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

interface Place {
  /** Of an entry, from 1: respondents see so many questions up to it. */
  readonly number: number
  readonly isInSection: boolean
}

interface RowProps {
  readonly builder: Builder
  readonly row: Row
  readonly place: Place | undefined
  readonly isDropPlace: boolean
}

/** The place of each row, in one pass. */
function placesOf(rows: readonly Row[]): readonly Place[] {
  let number = 0
  let isInSection = false
  return rows.map(({ type }) => {
    if (type === 'entry') number++
    else isInSection = type === 'heading'
    return { number, isInSection }
  })
}

function OutlineRow({ builder, row, place, isDropPlace }: RowProps) {
  // Room to drop a question behind the section rather than at its end.
  if (row.type === 'end') return <li class="section-end" aria-hidden="true" data-drop={isDropPlace || undefined} />
  const { key } = row
  const isOpen = builder.openKey.value === key && !OTHER_PANES.includes(builder.pane.value)
  const hasProblem = builder.problems.value.some(problem => problem.key === key)
  const open = () => {
    builder.open(key)
    focusSoon('question-position')
  }
  const title = visibleText(titleOf(row))
  const isEntry = row.type === 'entry'
  return (
    <li data-key={key} data-drop={isDropPlace || undefined} data-in={(isEntry && place?.isInSection) || undefined}>
      <button
        type="button"
        class={isEntry ? 'outline-row' : 'outline-row section-row'}
        id={`open-${key}`}
        aria-current={isOpen ? 'true' : undefined}
        title={requirementOf(builder, row)}
        onClick={open}
      >
        {isEntry && <span class="outline-number">{place?.number}</span>}
        <KindIcon kind={kindOf(row)} label={app.kinds[kindOf(row)]} />
        <span class="outline-text" lang={title === '' ? undefined : builder.textLanguage.value.lang} dir="auto">
          {title || (isEntry ? words.questions.newQuestion : app.newSection)}
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

/** When a plain question must be answered. */
function requirementOf(builder: Builder, row: Row): string | undefined {
  const [question] = row.type === 'entry' && row.group === undefined ? row.questions : []
  return question && requirementText(builder.draft.value, question)
}
