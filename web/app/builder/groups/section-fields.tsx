import { GROUP_TITLE_LENGTH, SECTION_TEXT_LENGTH } from '../../../../src/domain/surveys/limits.ts'
import { showNotice } from '../../../ui/notice.tsx'
import type { DraftQuestion } from '../../../ui/questions/draft.ts'
import { QuestionText } from '../../../ui/questions/question-fields.tsx'
import { textAttributes } from '../../../ui/questions/text-attributes.ts'
import { builderTexts } from '../../../words/builder-words.ts'
import { groupTexts } from '../../../words/group-words.ts'
import { questionSettingsTexts } from '../../../words/question-settings-words.ts'
import type { Builder } from '../builder.ts'
import { remove } from '../entry-actions.ts'
import { rowLabel, titleOf } from './row-label.ts'
import { blockOf, changeGroup, removeHeading, restoreHeading, rowOf, rowsOf, type SectionRow } from './rows.ts'
import { ShuffledGroup } from './shuffled-group.tsx'

interface Props {
  readonly builder: Builder
  readonly row: SectionRow
  /** The section as fields for a question take it. */
  readonly question: DraftQuestion
}

/** The heading of a section and its text. */
export function SectionFields({ builder, row, question }: Props) {
  const { key, section } = row
  const text = section.text ?? ''
  const rows = rowsOf(builder.draft.value)
  // Without the heading and the end.
  const count = blockOf(rows, key).length - 2
  return (
    <>
      <QuestionText
        editor={builder}
        question={question}
        label={groupTexts.heading}
        maxLength={GROUP_TITLE_LENGTH}
        read={draft => {
          const found = rowOf(draft, key)
          return found && titleOf(found)
        }}
        write={(draft, title) => changeGroup(draft, key, { title })}
      />
      <div>
        <label for={`section-text-${key}`}>{groupTexts.sectionText}</label>
        <textarea
          id={`section-text-${key}`}
          {...textAttributes(builder, text)}
          rows={3}
          maxLength={SECTION_TEXT_LENGTH}
          value={text}
          onInput={({ currentTarget: { value } }) =>
            builder.edit(changeGroup(builder.draft.value, key, { text: value }))
          }
        />
      </div>
      <ShuffledGroup builder={builder} group={section} label={questionSettingsTexts.shuffled.section} />
      <p class="help">{groupTexts.sectionHelp(count)}</p>
      <p class="row">
        <button type="button" class="quiet" onClick={() => takeHeading(builder, row)}>
          {groupTexts.removeHeading}
        </button>
        <button type="button" class="quiet" onClick={() => remove(builder, key)}>
          {groupTexts.deleteSection}
        </button>
      </p>
    </>
  )
}

/** Removes a heading, with undo. */
function takeHeading(builder: Builder, row: SectionRow): void {
  const before = builder.draft.value
  builder.edit(removeHeading(before, row.key))
  showNotice(builderTexts.headingRemoved(rowLabel(row)), () => {
    builder.edit(restoreHeading(builder.draft.value, row.section))
    builder.open(row.key)
  })
}
