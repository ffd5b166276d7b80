import { useEffect } from 'preact/hooks'
import { ActionButton, Icon } from '../../ui/questions/action-button.tsx'
import { QuestionFields } from '../../ui/questions/question-fields.tsx'
import { builderTexts as app } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import { AddMenu } from './add-menu.tsx'
import type { Builder } from './builder.ts'
import { moveOpen } from './builder-keys.ts'
import { ChoiceSwitches } from './choice-switches.tsx'
import { duplicate, remove, whyStaying } from './entry-actions.ts'
import { groups } from './group-loading.ts'
import { rowLabel } from './groups/row-label.ts'
import { entriesOf, moveRow, type Row, rowOf, sectionsOf } from './groups/rows.ts'

/** The question or the section in focus. */
export function QuestionPane({ builder }: { readonly builder: Builder }) {
  const draft = builder.draft.value
  const row = rowOf(draft, builder.openKey.value) ?? entriesOf(draft)[0]
  if (row === undefined) return <NoQuestions builder={builder} />
  return (
    <section class="question-pane" aria-labelledby="question-position" key={row.key}>
      <PaneHead builder={builder} row={row} />
      <OtherProblems builder={builder} row={row} />
      <RowFields builder={builder} row={row} />
    </section>
  )
}

interface Props {
  readonly builder: Builder
  readonly row: Row
}

function RowFields({ builder, row }: Props) {
  if (row.type !== 'entry' || row.group !== undefined) return <GroupFields builder={builder} row={row} />
  const [question] = row.questions
  if (question === undefined) return null
  return (
    <QuestionFields
      editor={builder}
      question={question}
      switches={<ChoiceSwitches builder={builder} entry={row} />}
      buttons={<EntryButtons builder={builder} row={row} />}
    />
  )
}

function GroupFields({ builder, row }: Props) {
  const { value } = groups.loaded
  useEffect(() => {
    groups.load()
  }, [])
  if (value === undefined) return null
  const { GroupPane } = value.groupEditing
  return (
    <GroupPane
      builder={builder}
      row={row}
      switches={row.type === 'entry' && <ChoiceSwitches builder={builder} entry={row} />}
      buttons={<EntryButtons builder={builder} row={row} />}
    />
  )
}

function NoQuestions({ builder }: { readonly builder: Builder }) {
  return (
    <div class="no-questions">
      <p>{app.empty}</p>
      <div class="row">
        <AddMenu builder={builder} name={app.addQuestion} after={undefined}>
          <a class="button quiet" href="/app/templates">
            {app.startingPoints}
          </a>
        </AddMenu>
      </div>
    </div>
  )
}

function PaneHead({ builder, row }: Props) {
  const draft = builder.draft.value
  const isEntry = row.type === 'entry'
  const all = isEntry ? entriesOf(draft) : sectionsOf(draft)
  const position = all.findIndex(({ key }) => key === row.key) + 1
  return (
    <div class="pane-head">
      <button type="button" class="quiet small to-outline" onClick={() => (builder.pane.value = 'outline')}>
        {app.allQuestions}
      </button>
      <h2 id="question-position" tabIndex={-1}>
        {(isEntry ? app.position : app.sectionOf)(position, all.length)}
      </h2>
      <span class="moves">
        <MoveButton builder={builder} row={row} by={-1} />
        <MoveButton builder={builder} row={row} by={1} />
      </span>
    </div>
  )
}

function MoveButton({ builder, row, by }: Props & { readonly by: -1 | 1 }) {
  const isUp = by < 0
  const draft = builder.draft.value
  const moved = moveRow(draft, row.key, by)
  return (
    <ActionButton
      label={(isUp ? words.questions.moveUp : words.questions.moveDown)(rowLabel(row))}
      disabledReason={typeof moved === 'string' ? whyStaying(draft, row.key, moved, isUp) : undefined}
      onPress={() => moveOpen(builder, by)}
      variant="plain"
    >
      <Icon of={isUp ? 'up' : 'down'} />
    </ActionButton>
  )
}

function EntryButtons({ builder, row }: Props) {
  return (
    <div class="row">
      <AddMenu builder={builder} name={words.questions.addAfter} after={row.key}>
        {row.type === 'entry' && (
          <>
            <button type="button" class="quiet" onClick={() => duplicate(builder, row)}>
              {words.questions.duplicate}
            </button>
            <button type="button" class="quiet" onClick={() => remove(builder, row.key)}>
              {words.questions.delete}
            </button>
          </>
        )}
      </AddMenu>
    </div>
  )
}

/** Problems with the question as a whole. */
function OtherProblems({ builder, row }: Props) {
  return builder.problems.value
    .filter(({ key, part }) => key === row.key && part === undefined)
    .map(({ text }) => (
      <p class="error" key={text}>
        {text}
      </p>
    ))
}
