import type { Draft } from '../../../ui/questions/draft.ts'
import { errorsId, FieldErrors, hasErrors } from '../../../ui/questions/field-errors.tsx'
import { onLeave } from '../../../ui/questions/leave.ts'
import { modeOf, require } from '../../../ui/questions/requirement.ts'
import { textAttributes } from '../../../ui/questions/text-attributes.ts'
import { groupTexts } from '../../../words/group-words.ts'
import { words } from '../../../words/words.ts'
import type { GroupProps } from './group-props.ts'
import { changeGroup } from './rows.ts'

/** Whether a question with several answers is required, and how many of its options can be chosen. */
export function ChoiceNumbers(props: GroupProps) {
  const { builder, entry, question } = props
  const { key, group } = entry
  return (
    <>
      <div>
        <label for={`required-${key}`}>{words.questions.required}</label>
        <select
          id={`required-${key}`}
          value={group?.min === undefined ? 'optional' : 'always'}
          onChange={({ currentTarget: { value } }) => {
            const min = value === 'always' ? 1 : undefined
            builder.edit(changeGroup(builder.draft.value, key, { min }))
          }}
        >
          <option value="always">{words.questions.modes.always}</option>
          <option value="optional">{words.questions.modes.optional}</option>
        </select>
      </div>
      <fieldset class="numbers" onFocusOut={onLeave(() => builder.leave(key, 'numbers'))}>
        <legend>{groupTexts.numbers}</legend>
        <NumberField {...props} member="min" label={groupTexts.least} />
        <NumberField {...props} member="max" label={groupTexts.most} />
        <FieldErrors editor={builder} question={question} part="numbers" />
        <p class="help">{groupTexts.numbersHelp}</p>
      </fieldset>
    </>
  )
}

interface NumberProps extends GroupProps {
  readonly member: 'min' | 'max'
  readonly label: string
}

function NumberField({ builder, entry: { key, group }, question, member, label }: NumberProps) {
  const choose = (value: string) => {
    const number = Number.parseInt(value, 10)
    const chosen = number > 0 ? number : undefined
    builder.edit(changeGroup(builder.draft.value, key, { [member]: chosen }))
  }
  return (
    <label>
      {label}
      <input
        type="number"
        id={`${member}-${key}`}
        min={1}
        step={1}
        inputMode="numeric"
        value={group?.[member] ?? ''}
        aria-invalid={hasErrors({ editor: builder, question, part: 'numbers' })}
        aria-describedby={errorsId(key, 'numbers')}
        onInput={({ currentTarget }) => choose(currentTarget.value)}
      />
    </label>
  )
}

/** How many ranks have to be given. */
export function RanksNeeded({ builder, entry, question }: GroupProps) {
  const { key, group, questions } = entry
  const count = questions.length
  const { min } = group ?? {}
  const all = [...questions.keys()].map(at => at + 1)
  // A stored number can be higher than that of the items, and is a problem then.
  const offered = min !== undefined && min > count ? [...all, min] : all
  return (
    <div onFocusOut={onLeave(() => builder.leave(key, 'numbers'))}>
      <label for={`ranks-${key}`}>{groupTexts.ranks}</label>
      <select
        id={`ranks-${key}`}
        value={min === undefined ? '' : `${min}`}
        aria-describedby={errorsId(key, 'numbers')}
        onChange={({ currentTarget: { value } }) =>
          builder.edit(changeGroup(builder.draft.value, key, { min: value === '' ? undefined : Number(value) }))
        }
      >
        <option value="">{groupTexts.noRanks}</option>
        {offered.map(number => (
          <option key={number} value={`${number}`}>
            {number === count ? groupTexts.allRanks : groupTexts.ranksFrom(number)}
          </option>
        ))}
      </select>
      <FieldErrors editor={builder} question={question} part="numbers" />
    </div>
  )
}

/** In which rows of a grid an answer is required. */
export function RowsRequired({ builder, entry: { key, questions } }: GroupProps) {
  const isRequired = questions.map(one => modeOf(one) !== 'optional')
  const requireIn = (keys: readonly number[], isOn: boolean) =>
    builder.edit(keys.reduce((draft, row) => withRequired(draft, row, isOn), builder.draft.value))
  return (
    <fieldset class="rows-required">
      <legend>{groupTexts.rowsRequired}</legend>
      <label class="check">
        <input
          type="checkbox"
          id={`every-row-${key}`}
          checked={isRequired.every(Boolean)}
          indeterminate={isRequired.some(Boolean) && !isRequired.every(Boolean)}
          onChange={({ currentTarget }) =>
            requireIn(
              questions.map(({ index }) => index),
              currentTarget.checked,
            )
          }
        />
        {groupTexts.everyRow}
      </label>
      {questions.map(({ index, text }, at) => (
        <label class="check row-required" key={index}>
          <input
            type="checkbox"
            checked={isRequired[at] ?? false}
            onChange={({ currentTarget }) => requireIn([index], currentTarget.checked)}
          />
          <span {...textAttributes(builder, String(text))}>{String(text) || groupTexts.rows.one(at + 1)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** A rule of a row stays as long as the row is required at all. */
function withRequired(draft: Draft, key: number, isRequired: boolean): Draft {
  const question = draft.questions.find(({ index }) => index === key)
  const isNow = question !== undefined && modeOf(question) !== 'optional'
  return isNow === isRequired ? draft : require(draft, key, isRequired ? 'always' : 'optional')
}
