import type { QuestionType } from '../../../../src/domain/surveys/question.ts'
import type { JsonObject } from '../../../../src/domain/values/json.ts'
import { optionsOf } from '../../../ui/questions/draft.ts'
import { pasteTexts as paste } from '../../../words/paste-words.ts'
import type { Found } from './paste-entries.ts'
import { TypeIcon } from './type-icon.tsx'

/** Number of options shown of a question. */
const SHOWN_OPTIONS = 12

/** A question that was read, or the heading of a section. */
export function FoundPart({ found }: { readonly found: Found }) {
  if (!('section' in found)) return <FoundQuestion {...found} />
  const { title, text } = found.section
  return (
    <div class="found-section" dir="auto">
      <strong>{title}</strong>
      {text !== undefined && <span class="found-options muted">{text}</span>}
    </div>
  )
}

type FoundQuestions = Exclude<Found, { readonly section: unknown }>

function FoundQuestion({ questions, settings, group }: FoundQuestions) {
  const [question = {}] = questions
  const { description, scale_words: scaleWords } = settings[0] ?? {}
  const lines = [description, scaleWords && paste.scale(scaleWords), ...answersOf({ questions, settings, group })]
  const title = group !== undefined && 'title' in group ? group.title : String(question.text)
  const notes = [kindOf(group), isOptional(question, group) && paste.optional].filter(Boolean)
  return (
    <div class="found-question" dir="auto">
      <TypeIcon type={question.type as QuestionType} />
      <p>
        {title}
        {notes.length > 0 && <span class="muted"> ({notes.join(', ')})</span>}
        {lines.map(line => line !== undefined && line !== '' && <span class="found-options muted">{line}</span>)}
      </p>
    </div>
  )
}

function kindOf(group: FoundQuestions['group']): string | undefined {
  if (group?.kind === 'check_list') return paste.several(group.max)
  return group?.kind === 'grid' || group?.kind === 'ranking' ? paste[group.kind] : undefined
}

function isOptional({ requirement }: JsonObject, group: FoundQuestions['group']): boolean {
  if (group?.kind === 'check_list' || group?.kind === 'ranking') return group.min === undefined
  return requirement !== undefined
}

/** What can be answered, a line for each list. */
function answersOf({ questions, settings, group }: FoundQuestions): string[] {
  const [question = {}] = questions
  const choices = questions.filter(({ type }) => type === 'multiple_choice')
  const hasText = choices.length < questions.length
  if (group?.kind === 'check_list') {
    const options = choices.flatMap(optionsOf)
    const named = options.map((one, at) => (isRight(settings[at], 0) ? paste.rightOption(one) : one))
    return [listed(named.map((one, at) => (hasText && at === named.length - 1 ? paste.withText(one) : one)))]
  }
  const texts = questions.map(({ text }) => String(text))
  if (group?.kind === 'ranking') return [listed(texts)]
  if (group?.kind === 'grid') return [listed(texts), paste.columns(listed(optionsOf(question)))]
  const options = optionsOf(question).map((one, at) => (isRight(settings[0], at) ? paste.rightOption(one) : one))
  const [written] = group?.kind === 'other' ? questions.slice(1) : []
  return [listed(options), ...(written === undefined ? [] : [paste.withText(String(written.text))])]
}

function isRight(settings: FoundQuestions['settings'][number] | undefined, option: number): boolean {
  const right = settings?.right
  return right !== undefined && 'options' in right && right.options.includes(option)
}

function listed(all: readonly string[]): string {
  const hidden = all.length - SHOWN_OPTIONS
  return all.slice(0, SHOWN_OPTIONS).join(' · ') + (hidden > 0 ? ` ${paste.moreOptions(hidden)}` : '')
}
