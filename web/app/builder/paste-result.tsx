import { useSignal } from '@preact/signals'
import type { Decision, Finding } from '../../../src/domain/surveys/import/finding.ts'
import type { Reading } from '../../../src/domain/surveys/import/survey-assembly.ts'
import type { QuestionType } from '../../../src/domain/surveys/question.ts'
import type { QuestionSettings } from '../../../src/domain/surveys/question-settings.ts'
import type { SurveyTexts } from '../../../src/domain/surveys/survey-texts.ts'
import type { JsonObject } from '../../../src/domain/values/json.ts'
import { sentence } from '../../../src/domain/values/text.ts'
import { optionsOf } from '../../ui/questions/draft.ts'
import { pasteTexts as paste } from '../../words/paste-words.ts'
import { surveyTexts } from '../../words/survey-texts-words.ts'
import { TypeIcon } from './type-icon.tsx'

/** Number of entries shown initially, and of options per question. */
const SHOWN_ENTRIES = 100
const SHOWN_OPTIONS = 12

type Decide = (key: number, decision: Decision) => void

interface Entry {
  readonly key: string
  readonly line: number
  readonly question?: JsonObject
  readonly settings?: QuestionSettings[number]
  readonly finding?: Finding
}

interface Props {
  readonly reading: Reading
  /** Those that the survey has already. They stay. */
  readonly texts: SurveyTexts
  readonly decide: Decide
}

/** The result in the order of the text: the resulting questions, with findings between them. */
export function PasteResult({ reading, texts, decide }: Props) {
  const isWhole = useSignal(false)
  const entries = entriesOf(reading)
  const around = Object.keys(reading.texts)
  if (entries.length + around.length === 0 && reading.title === undefined) return null
  const shown = isWhole.value ? entries : entries.slice(0, SHOWN_ENTRIES)
  return (
    <section class="paste-result" aria-label={paste.result}>
      {reading.title !== undefined && <p dir="auto">{paste.foundTitle(reading.title)}</p>}
      <FoundText name="introduction" found={reading.texts} stored={texts} />
      <FoundText name="thanks" found={reading.texts} stored={texts} />
      <ol>
        {shown.map(({ key, question, settings = null, finding }, at) => (
          <li key={key} class={isContinued(shown, at) ? 'continued' : ''}>
            {question !== undefined && <FoundQuestion question={question} settings={settings} />}
            {finding !== undefined && (
              <FoundNote finding={finding} isContinued={isContinued(shown, at)} decide={decide} />
            )}
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <button type="button" class="quiet" onClick={() => (isWhole.value = true)}>
          {paste.showAll(entries.length - shown.length)}
        </button>
      )}
    </section>
  )
}

interface FoundTextProps {
  readonly name: keyof SurveyTexts
  readonly found: SurveyTexts
  readonly stored: SurveyTexts
}

/** A text besides the questions, and that it is not taken if the survey has one. */
function FoundText({ name, found, stored }: FoundTextProps) {
  const text = found[name]
  if (text === undefined) return null
  const isTaken = stored[name] === undefined || stored[name] === text
  return (
    <p class="found-text">
      {surveyTexts.names[name]}: <q dir="auto">{text}</q>
      {!isTaken && <span class="muted"> {paste.textStays}</span>}
    </p>
  )
}

interface Found {
  readonly question: JsonObject
  readonly settings: QuestionSettings[number]
}

function FoundQuestion({ question, settings }: Found) {
  const { description, right, scale_words: scaleWords } = settings ?? {}
  const isRight = (at: number) => right !== undefined && 'options' in right && right.options.includes(at)
  const options = optionsOf(question).map((option, at) => (isRight(at) ? paste.rightOption(option) : option))
  const hidden = options.length - SHOWN_OPTIONS
  return (
    <div class="found-question" dir="auto">
      <TypeIcon type={question.type as QuestionType} />
      <p>
        {String(question.text)}
        {question.requirement !== undefined && <span class="muted"> ({paste.optional})</span>}
        {description !== undefined && <span class="found-options muted">{description}</span>}
        {scaleWords !== undefined && <span class="found-options muted">{paste.scale(scaleWords)}</span>}
        {options.length > 0 && (
          <span class="found-options muted">
            {options.slice(0, SHOWN_OPTIONS).join(' · ')}
            {hidden > 0 && ` ${paste.moreOptions(hidden)}`}
          </span>
        )}
      </p>
    </div>
  )
}

interface NoteProps {
  readonly finding: Finding
  readonly isContinued: boolean
  readonly decide: Decide
}

function FoundNote({ finding, isContinued, decide }: NoteProps) {
  const { place, lastLine, read, outcome, message, decisions, key, chosen } = finding
  const lines = paste.lines(place.line, lastLine)
  // That it is left out, stands above.
  const reason = message.replace(/^left out(?:, because|:)? ?/, '')
  return (
    <div class="found-note" data-outcome={outcome}>
      {!isContinued && <strong>{paste.outcomes[outcome]}</strong>}
      <p>
        {lines}: <q dir="auto">{read}</q>
        {reason !== '' && <span class="muted"> {sentence(reason)}</span>}
      </p>
      {decisions.length > 0 && (
        <fieldset class="quiet-tabs">
          <legend class="visually-hidden">{paste.whatItIs(lines)}</legend>
          {decisions.map(one => (
            <button
              type="button"
              key={one}
              aria-pressed={one === chosen}
              onClick={() => key !== undefined && decide(key, one)}
            >
              {paste.decision(one)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** Whether a finding follows one of the same outcome, which is said once of both. */
function isContinued(entries: readonly Entry[], at: number): boolean {
  const { finding } = entries[at] ?? {}
  return finding !== undefined && finding.outcome === entries[at - 1]?.finding?.outcome
}

/** A finding precedes a question of the same line. Keys are stable when a decision changes the type of a line, so the focus is kept. */
function entriesOf({ questions, places, questionSettings, findings }: Reading): Entry[] {
  const onLine = new Map<number, number>()
  const noted = findings.map(finding => {
    const { line } = finding.place
    const count = onLine.get(line) ?? 0
    onLine.set(line, count + 1)
    return { key: `line ${line} ${count}`, line, finding }
  })
  const read = questions.map((question, at) => {
    return { key: `question ${at}`, line: places[at]?.line ?? 0, question, settings: questionSettings[at] ?? null }
  })
  return [...noted, ...read].toSorted((one, other) => one.line - other.line)
}
