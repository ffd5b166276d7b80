import type { ComponentChildren } from 'preact'
import { GROUP_TITLE_LENGTH } from '../../../../src/domain/surveys/limits.ts'
import { DescriptionField } from '../../../ui/questions/description-field.tsx'
import { OptionFields } from '../../../ui/questions/option-fields.tsx'
import { QuestionText } from '../../../ui/questions/question-fields.tsx'
import { RequirementFields } from '../../../ui/questions/requirement-fields.tsx'
import { SettingsFields } from '../../../ui/questions/settings-fields.tsx'
import { questionSettingsTexts } from '../../../words/question-settings-words.ts'
import type { Builder } from '../builder.ts'
import { changeText } from './choices.ts'
import type { GroupProps } from './group-props.ts'
import { ChoiceNumbers, RanksNeeded, RowsRequired } from './number-fields.tsx'
import { CHECK_LIST_OPTIONS, GRID_COLUMNS, GRID_ROWS, ORDINARY_OPTIONS, RANKING_ITEMS } from './option-lists.ts'
import { OtherFields } from './other-fields.tsx'
import { titleOf } from './row-label.ts'
import { changeGroup, type Row, rowOf } from './rows.ts'
import { SectionFields } from './section-fields.tsx'
import { ShuffledGroup } from './shuffled-group.tsx'
import './groups.css'

interface Props {
  readonly builder: Builder
  readonly row: Row
  /** Below the options of a multiple-choice question. */
  readonly switches: ComponentChildren
  /** At the end of the form. */
  readonly buttons: ComponentChildren
}

/** The form of a group, which is one question to whoever edits it, or of a section. */
export function GroupPane({ builder, row, switches, buttons }: Props) {
  const question = { index: row.key, text: titleOf(row) }
  return (
    <div class="fields">
      {row.type === 'entry' ? (
        <EntryFields builder={builder} entry={row} question={question} switches={switches} />
      ) : (
        <SectionFields builder={builder} row={row} question={question} />
      )}
      {buttons}
    </div>
  )
}

function EntryFields(props: GroupProps) {
  const { kind } = props.entry.group ?? {}
  if (kind === 'check_list') return <CheckListFields {...props} />
  if (kind === 'other') return <ChoiceFields {...props} />
  return kind === 'grid' ? <GridFields {...props} /> : <RankingFields {...props} />
}

function CheckListFields(props: GroupProps) {
  const { builder, entry, question, switches } = props
  const [first] = entry.questions
  return (
    <>
      <ChoiceText {...props} />
      <OptionFields editor={builder} question={question} list={CHECK_LIST_OPTIONS} />
      <OtherFields {...props} />
      {switches}
      <Shuffled {...props} label={questionSettingsTexts.shuffled.options} />
      {first && <DescriptionField editor={builder} question={first} />}
      <ChoiceNumbers {...props} />
    </>
  )
}

function ChoiceFields(props: GroupProps) {
  const { builder, entry, question, switches } = props
  const [choice] = entry.questions
  if (choice === undefined) return null
  return (
    <>
      <ChoiceText {...props} />
      <OptionFields editor={builder} question={question} list={ORDINARY_OPTIONS} />
      <OtherFields {...props} />
      {switches}
      <SettingsFields editor={builder} question={choice} />
      <RequirementFields editor={builder} question={choice} />
    </>
  )
}

function GridFields(props: GroupProps) {
  const { builder, question } = props
  return (
    <>
      <Title {...props} />
      <OptionFields editor={builder} question={question} list={GRID_ROWS} />
      <OptionFields editor={builder} question={question} list={GRID_COLUMNS} />
      <Shuffled {...props} label={questionSettingsTexts.shuffled.grid} />
      <RowsRequired {...props} />
    </>
  )
}

function RankingFields(props: GroupProps) {
  return (
    <>
      <Title {...props} />
      <OptionFields editor={props.builder} question={props.question} list={RANKING_ITEMS} />
      <Shuffled {...props} label={questionSettingsTexts.shuffled.ranking} />
      <RanksNeeded {...props} />
    </>
  )
}

function Shuffled({ builder, entry: { group }, label }: GroupProps & { readonly label: string }) {
  return group ? <ShuffledGroup builder={builder} group={group} label={label} /> : null
}

function ChoiceText({ builder, question }: GroupProps) {
  const key = question.index
  return (
    <QuestionText
      editor={builder}
      question={question}
      read={draft => textIn(rowOf(draft, key))}
      write={(draft, text) => changeText(draft, key, text)}
    />
  )
}

function Title({ builder, question }: GroupProps) {
  const key = question.index
  return (
    <QuestionText
      editor={builder}
      question={question}
      maxLength={GROUP_TITLE_LENGTH}
      read={draft => textIn(rowOf(draft, key))}
      write={(draft, title) => changeGroup(draft, key, { title })}
    />
  )
}

function textIn(row: Row | undefined): string | undefined {
  return row && titleOf(row)
}
