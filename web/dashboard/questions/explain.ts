import { editQuestions } from '../../../src/domain/edit.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { isBlank } from '../../../src/domain/text.ts'
import { type Condition, type Draft, type Drafted, optionsOf, placeOf, questionOf, ruleOf } from './draft.ts'
import { type Answered, answeredPlaces, type Fault, harmsOf } from './harm.ts'
import { sentQuestions } from './sent.ts'
import { named, quoted } from './words.ts'

export interface Explanation {
  /** What answers do not allow. */
  readonly harms: readonly Fault[]
  /** What else is missing or contradicts itself. */
  readonly faults: readonly Fault[]
  /** The service's own words for the first of them; undefined where it would take the draft. */
  readonly refusal: string | undefined
}

/** What the service would say of a draft, found by its own rules, and why. */
export function explain(draft: Draft, answered: Answered): Explanation {
  const harms = harmsOf(draft, answered)
  const faults = draft.questions.flatMap(question =>
    faultsAt(draft, question).map(text => ({ key: question.index, text })),
  )
  const refusal = refusalOf(draft, answered)
  if (refusal === undefined || harms.length + faults.length > 0) return { harms, faults, refusal }
  return { harms, faults: [{ key: undefined, text: 'The service would not take these questions.' }], refusal }
}

/** Where rules go along with what they depend on, in words. */
export function followed(draft: Draft): readonly Fault[] {
  return draft.questions.flatMap((question, place) => {
    if (draft.stored[question.index] === undefined) return []
    const keys = ruleOf(question)?.when.conditions.map(({ questionIndex }) => questionIndex) ?? []
    return [...new Set(keys)].flatMap(key => {
      const now = placeOf(draft, key)
      if (draft.stored[key] === undefined || now === key || now < 0 || now >= place) return []
      const text = `The rule of question ${place + 1} followed ${named(draft.questions[now])} to place ${now + 1}.`
      return [{ key: question.index, text }]
    })
  })
}

function refusalOf(draft: Draft, answered: Answered): string | undefined {
  try {
    editQuestions(draft.stored, sentQuestions(draft), answeredPlaces(draft, answered))
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function faultsAt(draft: Draft, question: Drafted): string[] {
  const missing = isBlank(String(question.text)) ? ['It has no text yet.'] : []
  return [...missing, ...optionFaults(question), ...ruleFaults(draft, question)]
}

function optionFaults(question: Drafted): string[] {
  if (question.type !== 'multiple_choice') return []
  const options = optionsOf(question)
  if (options.length === 0) return ['It has no options. Add one.']
  const empty = options.indexOf('')
  const twice = options.find((option, at) => option !== '' && options.indexOf(option) !== at)
  return [
    ...(empty < 0 ? [] : [`Option ${empty + 1} has no text yet. Write it, or remove it.`]),
    ...(twice === undefined ? [] : [`Two options are ${quoted(twice)}. Change one.`]),
  ]
}

function ruleFaults(draft: Draft, question: Drafted): string[] {
  const conditions = ruleOf(question)?.when.conditions
  if (conditions === undefined) return []
  if (conditions.length === 0) return ['Its rule has no condition. Add one, or choose always or never.']
  return conditions.flatMap(condition => conditionFault(draft, question, condition) ?? [])
}

function conditionFault(draft: Draft, { index }: Drafted, condition: Condition): string | undefined {
  const key = condition.questionIndex
  const trigger = questionOf(draft, key)
  const name = named(trigger ?? draft.stored[key]?.sent)
  const rule = `Its rule depends on ${name}, which`
  if (trigger === undefined)
    return `${rule} was removed. Choose another question, or change when an answer is required.`
  if (placeOf(draft, key) >= placeOf(draft, index))
    return `${rule} now stands after it. Move it below that question, or choose another.`
  if (trigger.type !== 'multiple_choice') return `${rule} is no longer multiple choice. Choose another question.`
  if (condition.values.length === 0) return `Its rule names no option of ${name}. Choose at least one.`
  const gone = condition.values.find(value => !optionsOf(trigger).includes(value))
  return gone === undefined
    ? undefined
    : `Its rule names ${quoted(gone)}, which is no option of ${name} now. Choose others.`
}
