import type { JsonObject } from '../../../../src/domain/values/json.ts'
import { isolated } from '../../../../src/domain/values/text.ts'
import { optionsOf } from '../../../ui/questions/draft.ts'
import { pasteTexts as paste } from '../../../words/paste-words.ts'
import type { FoundQuestions } from './paste-entries.ts'

/** Number of options shown of a question. */
const SHOWN_OPTIONS = 12

/** What can be answered, a line for each list. */
export function answersOf({ questions, settings, group }: FoundQuestions): string[] {
  const [question = {}] = questions
  const choices = questions.filter(({ type }) => type === 'multiple_choice')
  const hasText = choices.length < questions.length
  if (group?.kind === 'check_list') {
    const options = choices.flatMap(isolatedOptions)
    const named = options.map((one, at) => (isRight(settings[at], 0) ? paste.rightOption(one) : one))
    return [listed(named.map((one, at) => (hasText && at === named.length - 1 ? paste.withText(one) : one)))]
  }
  const texts = questions.map(({ text }) => isolated(String(text)))
  if (group?.kind === 'ranking') return [listed(texts)]
  if (group?.kind === 'grid') return [listed(texts), paste.columns(listed(isolatedOptions(question)))]
  const options = isolatedOptions(question).map((one, at) => (isRight(settings[0], at) ? paste.rightOption(one) : one))
  const [written] = group?.kind === 'other' ? questions.slice(1) : []
  return [listed(options), ...(written === undefined ? [] : [paste.withText(isolated(String(written.text)))])]
}

function isolatedOptions(question: JsonObject): string[] {
  return optionsOf(question).map(isolated)
}

function isRight(settings: FoundQuestions['settings'][number] | undefined, option: number): boolean {
  const right = settings?.right
  return right !== undefined && 'options' in right && right.options.includes(option)
}

function listed(all: readonly string[]): string {
  const hidden = all.length - SHOWN_OPTIONS
  return all.slice(0, SHOWN_OPTIONS).join(' · ') + (hidden > 0 ? ` ${paste.moreOptions(hidden)}` : '')
}
