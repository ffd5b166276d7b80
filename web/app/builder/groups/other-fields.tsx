import { change, optionsOf } from '../../../ui/questions/draft.ts'
import { errorsId, FieldErrors, hasErrors } from '../../../ui/questions/field-errors.tsx'
import { onLeave } from '../../../ui/questions/leave.ts'
import { textAttributes } from '../../../ui/questions/text-attributes.ts'
import { groupTexts } from '../../../words/group-words.ts'
import { otherPosition, partsOf, renameOther } from './choices.ts'
import type { GroupProps } from './group-props.ts'

/** The option *Other*, and the label of its text. */
export function OtherFields({ builder, entry, question }: GroupProps) {
  const key = entry.key
  const parts = partsOf(entry)
  const { other, text } = parts
  if (other === undefined || text === undefined) return null
  const name = optionsOf(other)[otherPosition(parts)] ?? ''
  const label = String(text.text)
  // Its name is one of the options.
  const leave = () => {
    builder.leave(key, 'other')
    builder.leave(key, 'options')
  }
  return (
    <fieldset class="other-fields" onFocusOut={onLeave(leave)}>
      <legend class="visually-hidden">{groupTexts.otherName}</legend>
      <div>
        <label for={`other-name-${key}`}>{groupTexts.otherName}</label>
        <input
          id={`other-name-${key}`}
          {...textAttributes(builder, name)}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget: { value } }) => builder.edit(renameOther(builder.draft.value, key, value))}
        />
      </div>
      <div>
        <label for={`other-label-${key}`}>{groupTexts.otherLabel}</label>
        <input
          id={`other-label-${key}`}
          {...textAttributes(builder, label)}
          autocomplete="off"
          value={label}
          aria-invalid={hasErrors({ editor: builder, question, part: 'other' })}
          aria-describedby={errorsId(key, 'other')}
          onInput={({ currentTarget: { value } }) =>
            builder.edit(change(builder.draft.value, text.index, { text: value }))
          }
        />
      </div>
      <FieldErrors editor={builder} question={question} part="other" />
    </fieldset>
  )
}
