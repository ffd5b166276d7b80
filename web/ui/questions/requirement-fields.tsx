import { CONDITIONS_PER_GROUP } from '../../../src/domain/surveys/limits.ts'
import { words } from '../../words/words.ts'
import { ActionButton, focusSoon, type QuestionProps } from './action-button.tsx'
import { type Condition, optionsOf, questionOf, ruleOf } from './draft.ts'
import { FieldErrors } from './field-errors.tsx'
import { onLeave } from './leave.ts'
import { labelIn, questionLabel } from './question-label.ts'
import {
  addCondition,
  chooseOp,
  chooseTrigger,
  chooseValues,
  type Mode,
  modeOf,
  removeCondition,
  require,
  triggersFor,
  triggersLeft,
} from './requirement.ts'
import { textAttributes } from './text-attributes.ts'

const MODES: readonly (readonly [Mode, string])[] = [
  ['always', words.questions.modes.always],
  ['optional', words.questions.modes.optional],
  ['conditional', words.questions.modes.conditional],
]

/** When an answer is required. Boards collect none, but a rule stored on one can be removed. */
export function RequirementFields({ editor, question }: QuestionProps) {
  const key = question.index
  const draft = editor.draft.value
  const mode = modeOf(question)
  const isBoard = question.type === 'upvoted_question'
  if (isBoard && mode !== 'conditional') return null
  const canDepend = mode === 'conditional' || (triggersFor(draft, key).length > 0 && !isBoard)
  const choose = (value: string) => {
    const chosen = MODES.find(([one]) => one === value)?.[0] ?? mode
    editor.edit(require(draft, key, chosen))
  }
  return (
    <div>
      <label for={`required-${key}`}>{words.questions.required}</label>
      <select id={`required-${key}`} value={mode} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {MODES.map(([one, text]) => (
          <option key={one} value={one} disabled={one === 'conditional' && !canDepend}>
            {text}
          </option>
        ))}
      </select>
      {!canDepend && <p class="help">{words.questions.noTrigger}</p>}
      {isBoard && <p class="help">{words.questions.boardRule}</p>}
      {mode === 'conditional' && !isBoard && <RuleFields editor={editor} question={question} />}
    </div>
  )
}

function RuleFields({ editor, question }: QuestionProps) {
  const key = question.index
  const draft = editor.draft.value
  const { op, conditions } = ruleOf(question)?.when ?? { op: 'all', conditions: [] }
  const more = addCondition(draft, key)
  const full = conditions.length >= CONDITIONS_PER_GROUP
  const reason = full ? words.questions.tooManyConditions(CONDITIONS_PER_GROUP) : words.questions.noTriggerLeft
  return (
    <div class="rule" onFocusOut={onLeave(() => editor.leave(key, 'rule'))}>
      {conditions.length > 1 && (
        <div>
          <label for={`op-${key}`}>{words.questions.requiredWhen}</label>
          <select
            id={`op-${key}`}
            value={String(op)}
            onChange={({ currentTarget }) =>
              editor.edit(chooseOp(draft, key, currentTarget.value === 'any' ? 'any' : 'all'))
            }
          >
            <option value="all">{words.questions.allOf}</option>
            <option value="any">{words.questions.anyOf}</option>
          </select>
        </div>
      )}
      {conditions.map((condition, at) => (
        <ConditionFields key={at} editor={editor} question={question} condition={condition} at={at} />
      ))}
      <FieldErrors editor={editor} question={question} part="rule" />
      <ActionButton
        disabledReason={more === undefined ? reason : undefined}
        onPress={() => {
          editor.edit(more)
          focusSoon(`trigger-${key}-${conditions.length}`)
        }}
      >
        {words.questions.addCondition}
      </ActionButton>
    </div>
  )
}

interface ConditionProps extends QuestionProps {
  readonly condition: Condition
  readonly at: number
}

function ConditionFields({ editor, question, condition, at }: ConditionProps) {
  const key = question.index
  const draft = editor.draft.value
  const id = `trigger-${key}-${at}`
  const offered = triggersLeft(draft, key, at)
  const isOffered = offered.some(({ index }) => index === condition.questionIndex)
  const asked = questionOf(draft, condition.questionIndex) ?? draft.stored[condition.questionIndex]?.source
  const isOnly = ruleOf(question)?.when.conditions.length === 1
  return (
    <fieldset class="condition">
      <legend>{isOnly ? words.questions.requiredWhen : words.questions.condition(at + 1)}</legend>
      <select
        id={id}
        aria-label={words.questions.conditionQuestion(at + 1)}
        value={String(condition.questionIndex)}
        onChange={({ currentTarget }) => editor.edit(chooseTrigger(draft, key, at, Number(currentTarget.value)))}
      >
        {!isOffered && <option value={String(condition.questionIndex)}>{questionLabel(asked)}</option>}
        {offered.map(one => (
          <option key={one.index} value={String(one.index)} {...textAttributes(editor, String(one.text))}>
            {labelIn(draft, one)}
          </option>
        ))}
      </select>
      <ConditionValues editor={editor} question={question} condition={condition} at={at} />
      {!isOnly && (
        <button
          type="button"
          class="quiet small"
          onClick={() => {
            editor.edit(removeCondition(draft, key, at))
            focusSoon(`trigger-${key}-${Math.max(0, at - 1)}`)
          }}
        >
          {words.questions.removeCondition(at + 1)}
        </button>
      )}
    </fieldset>
  )
}

/** The options that fulfil a condition, including removed ones, so that they can be deselected. */
function ConditionValues({ editor, question, condition: { questionIndex, values }, at }: ConditionProps) {
  const draft = editor.draft.value
  const options = optionsOf(questionOf(draft, questionIndex) ?? {}).filter(option => option !== '')
  const all = [...new Set([...options, ...values])]
  const choose = (option: string, isChosen: boolean) => {
    const rest = values.filter(value => value !== option)
    editor.edit(chooseValues(draft, question.index, at, isChosen ? [...rest, option] : rest))
  }
  return (
    <>
      <p class="help">{words.questions.isAnyOf}</p>
      {all.map(option => (
        <label class="check" key={option}>
          <input
            type="checkbox"
            checked={values.includes(option)}
            onChange={({ currentTarget }) => choose(option, currentTarget.checked)}
          />
          <span {...textAttributes(editor, option)}>{option}</span>
          {!options.includes(option) && ` ${words.questions.removedOption}`}
        </label>
      ))}
    </>
  )
}
