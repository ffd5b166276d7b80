import type { QuestionSettings, RightAnswer } from '../../../src/domain/surveys/question-settings.ts'
import { SCALE_PLACES, type ScaleWords } from '../../../src/domain/surveys/scale-words.ts'
import type { JsonObject } from '../../../src/domain/values/json.ts'
import { visibleText } from '../visible-text.ts'

type SettingsOfQuestion = NonNullable<QuestionSettings[number]>

/** What is set beside the questions of a draft, by their keys. `round_of` is a key too, so all of it follows questions to any position. */
export type DraftSettings = Readonly<Record<number, SettingsOfQuestion>>

interface Keyed {
  readonly questions: readonly (JsonObject & { readonly index: number })[]
  readonly settings: DraftSettings
}

/** Stored positions are the keys of stored questions. */
export function settingsByKey(stored: QuestionSettings): DraftSettings {
  return Object.fromEntries(stored.flatMap((one, position) => (one === null ? [] : [[position, one]])))
}

/**
 * In their stored form. What does not fit its question is left out, and stays in the draft in case a type is changed
 * back or a question comes back.
 */
export function settingsOf({ questions, settings }: Keyed): QuestionSettings {
  const list = questions.map((question, position) => {
    const { right, round_of: first, scale_words: words, description, shuffled } = settings[question.index] ?? {}
    const at = questions.findIndex(({ index }) => index === first)
    const isRound = at >= 0 && at < position && questions[at]?.type === question.type
    const isRight = right !== undefined && question.type === typeWith(right)
    const scaleWords = question.type === 'rating' ? trimmed(words) : undefined
    const text = visibleText(description)
    const kept = {
      ...(text !== '' && { description: text }),
      ...(isRight && { right }),
      ...(scaleWords && { scale_words: scaleWords }),
      ...(shuffled && question.type === 'multiple_choice' && { shuffled }),
      ...(isRound && { round_of: at }),
    }
    return Object.keys(kept).length > 0 ? kept : null
  })
  return list.slice(0, list.findLastIndex(one => one !== null) + 1)
}

/** The settings once each question has another key. */
export function rekeyed(settings: DraftSettings, keyOf: (key: number) => number): DraftSettings {
  return Object.fromEntries(
    Object.entries(settings).map(([key, { round_of: first, ...others }]) => [
      keyOf(Number(key)),
      { ...others, ...(first !== undefined && { round_of: keyOf(first) }) },
    ]),
  )
}

/** @param right undefined removes it */
export function withRight(settings: DraftSettings, key: number, right: RightAnswer | undefined): DraftSettings {
  const { right: _, ...others } = settings[key] ?? {}
  return { ...settings, [key]: { ...others, ...(right !== undefined && { right }) } }
}

/** The settings after the options of a question were moved, added or removed: right options follow their texts. */
export function withOptions(
  settings: DraftSettings,
  key: number,
  before: readonly string[],
  after: readonly string[],
): DraftSettings {
  const right = settings[key]?.right
  if (right === undefined || !('options' in right)) return settings
  const options = right.options.map(at => after.indexOf(before[at] ?? '')).filter(at => at >= 0)
  return withRight(settings, key, rightOptions(options))
}

/** As typed; a blank one counts as missing. */
export function withDescription(settings: DraftSettings, key: number, description: string): DraftSettings {
  return { ...settings, [key]: { ...settings[key], description } }
}

/** As typed; blank ones count as missing. */
export function withScaleWords(settings: DraftSettings, key: number, words: ScaleWords): DraftSettings {
  return { ...settings, [key]: { ...settings[key], scale_words: words } }
}

export function withShuffled(settings: DraftSettings, key: number, isShuffled: boolean): DraftSettings {
  const { shuffled: _, ...others } = settings[key] ?? {}
  return { ...settings, [key]: { ...others, ...(isShuffled && { shuffled: true }) } }
}

function trimmed(words: ScaleWords = {}): ScaleWords | undefined {
  const entries = SCALE_PLACES.flatMap(place => {
    const text = visibleText(words[place])
    return text === '' ? [] : [[place, text] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** In order. Undefined for none. */
export function rightOptions(positions: readonly number[]): RightAnswer | undefined {
  return positions.length === 0 ? undefined : { options: positions.toSorted((one, other) => one - other) }
}

function typeWith(right: RightAnswer): string {
  return 'options' in right ? 'multiple_choice' : 'rating'
}
