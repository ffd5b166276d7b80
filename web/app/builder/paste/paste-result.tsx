import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Decision, Finding } from '../../../../src/domain/surveys/import/finding.ts'
import type { Reading } from '../../../../src/domain/surveys/import/survey-assembly.ts'
import type { SurveyTexts } from '../../../../src/domain/surveys/survey-settings/survey-texts.ts'
import { sentence } from '../../../../src/domain/values/text.ts'
import { pasteTexts as paste } from '../../../words/paste-words.ts'
import { surveyTexts } from '../../../words/survey-texts-words.ts'
import { FoundPart } from './found-part.tsx'
import { type Entry, entriesOf } from './paste-entries.ts'

/** Number of entries shown initially. More would keep the page busy for longer than people notice. */
const SHOWN_ENTRIES = 30

type Decide = (key: number, decision: Decision) => void

interface Props {
  readonly reading: Reading
  /** Those that the survey has already. They stay. */
  readonly texts: SurveyTexts
  readonly decide: Decide
}

/** The result in the order of the text: the resulting questions, with findings between them. */
export function PasteResult({ reading, texts, decide }: Props) {
  const isWhole = useSignal(false)
  const lang = useLanguageOf(reading)
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
        {shown.map(({ key, found, finding }, at) => (
          <li key={key} class={isContinued(shown, at) ? 'continued' : ''}>
            {found !== undefined && <FoundPart found={found} lang={lang} />}
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

/** The language that was read; empty if it is not known. */
function useLanguageOf(reading: Reading): string {
  const found = useSignal('')
  useEffect(() => {
    const { title = '', questions } = reading
    import('../draft-language.tsx').then(
      ({ languageOfDraft }) => {
        found.value = languageOfDraft({ title, language: null }, questions).lang
      },
      () => undefined,
    )
  }, [reading])
  return found.value
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
