import type { QuestionType } from '../../../../src/domain/surveys/question.ts'
import { isObject, type JsonObject } from '../../../../src/domain/values/json.ts'
import { pasteTexts as paste } from '../../../words/paste-words.ts'
import { answersOf } from './found-answers.ts'
import type { Found, FoundQuestions } from './paste-entries.ts'
import { TypeIcon } from './type-icon.tsx'

interface Props<Part> {
  readonly found: Part
  /** Of the texts that were read; empty if it is not known. */
  readonly lang: string
}

/** A question that was read, or the heading of a section. */
export function FoundPart({ found, lang }: Props<Found>) {
  if (!('section' in found)) return <FoundQuestion found={found} lang={lang} />
  const { title, text } = found.section
  return (
    <div class="found-section" lang={lang} dir="auto">
      <strong>{title}</strong>
      {text !== undefined && <span class="found-options muted">{text}</span>}
    </div>
  )
}

function FoundQuestion({ found: { questions, settings, group }, lang }: Props<FoundQuestions>) {
  const [question = {}] = questions
  const { description, scale_words: scaleWords } = settings[0] ?? {}
  const lines = [description, scaleWords && paste.scale(scaleWords), ...answersOf({ questions, settings, group })]
  const title = group !== undefined && 'title' in group ? group.title : String(question.text)
  const notes = [kindOf(group), requirementOf(question, group)].filter(Boolean)
  return (
    <div class="found-question" dir="auto">
      <TypeIcon type={question.type as QuestionType} />
      <p>
        <span lang={lang}>{title}</span>
        {notes.length > 0 && <span class="muted"> ({notes.join(', ')})</span>}
        {lines.filter(Boolean).map(line => (
          <span key={line} class="found-options muted" lang={lang}>
            {line}
          </span>
        ))}
      </p>
    </div>
  )
}

function kindOf(group: FoundQuestions['group']): string | undefined {
  if (group?.kind === 'check_list') return paste.several(group.max)
  return group?.kind === 'grid' || group?.kind === 'ranking' ? paste[group.kind] : undefined
}

/** Undefined if everybody has to answer. */
function requirementOf({ requirement }: JsonObject, group: FoundQuestions['group']): string | undefined {
  if (group?.kind === 'check_list' || group?.kind === 'ranking')
    return group.min === undefined ? paste.optional : undefined
  if (requirement === undefined) return undefined
  return isObject(requirement) && requirement.mode === 'conditional' ? paste.conditional : paste.optional
}
