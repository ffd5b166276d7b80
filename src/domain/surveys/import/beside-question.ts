import { hasNul, isBlank, isLongerThan } from '../../values/text.ts'
import {
  DESCRIPTION_LENGTH,
  SCALE_WORDS_LENGTH,
  SURVEY_DESCRIPTIONS_LENGTH,
  SURVEY_SCALE_WORDS_LENGTH,
} from '../limits.ts'
import type { QuestionSettings } from '../question-settings.ts'
import { SCALE_PLACES, type ScaleWords } from '../scale-words.ts'

/** What stands beside a question in what was read. */
export interface BesideQuestion {
  readonly description?: string | undefined
  readonly scaleWords?: ScaleWords | undefined
  /** Positions of the right options. */
  readonly right?: readonly number[] | undefined
}

/** The settings of a question, and what is too long to be among them. */
export interface FittedSettings {
  readonly settings: QuestionSettings[number]
  readonly description?: string
  readonly scaleWords?: ScaleWords
}

/** Makes settings of what stands beside the questions of a survey, as far as their lengths allow. */
export class SettingsFitter {
  #descriptionsLeft = SURVEY_DESCRIPTIONS_LENGTH
  #scaleWordsLeft = SURVEY_SCALE_WORDS_LENGTH

  fit({ description = '', scaleWords = {}, right = [] }: BesideQuestion): FittedSettings {
    const hasText = !isBlank(description)
    const isDescribed = hasText && this.#takesDescription(description)
    const [inside, outside] = this.#splitWords(scaleWords)
    const settings = {
      ...(isDescribed && { description }),
      ...(right.length > 0 && { right: { options: right } }),
      ...(inside !== undefined && { scale_words: inside }),
    }
    return {
      settings: Object.keys(settings).length === 0 ? null : settings,
      ...(hasText && !isDescribed && { description }),
      ...(outside !== undefined && { scaleWords: outside }),
    }
  }

  #takesDescription(description: string): boolean {
    const isTaken = fits(description, DESCRIPTION_LENGTH) && description.length <= this.#descriptionsLeft
    if (isTaken) this.#descriptionsLeft -= description.length
    return isTaken
  }

  /** Those that fit, and the others. */
  #splitWords(words: ScaleWords): [ScaleWords | undefined, ScaleWords | undefined] {
    const [inside, outside]: [string, string][][] = [[], []]
    for (const place of SCALE_PLACES) {
      const word = words[place]?.replace(/\s+/g, ' ').trim() ?? ''
      const isTaken = fits(word, SCALE_WORDS_LENGTH) && word.length <= this.#scaleWordsLeft
      if (isTaken) this.#scaleWordsLeft -= word.length
      if (!isBlank(word)) (isTaken ? inside : outside)?.push([place, word])
    }
    return [objectOf(inside), objectOf(outside)]
  }
}

/** The settings of a survey by the positions of its questions, of which the last ones without any are left out. */
export function settingsList(all: QuestionSettings): QuestionSettings {
  return all.slice(0, all.findLastIndex(one => one !== null) + 1)
}

/** Words as they stand in the text of a question, with the ends of the scale. */
export function scaleWordsText(
  { lowest, middle, highest }: ScaleWords,
  [low, high]: readonly [number, number],
): string {
  const parts = [
    lowest && `${low} = ${lowest}`,
    middle && `${low + (high - low) / 2} = ${middle}`,
    highest && `${high} = ${highest}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function fits(text: string, limit: number): boolean {
  return !hasNul(text) && !isLongerThan(text, limit)
}

function objectOf(entries: readonly [string, string][] = []): ScaleWords | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
