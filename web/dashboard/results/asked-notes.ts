import {
  type AskedWords,
  laterOptionNotes,
  questionNotes,
  type ShownResponses,
} from '../../../src/domain/results/edit-history/asked-notes.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'

const WORDS: AskedWords = {
  ...words.charts,
  answered: dashboardTexts.results.answered,
  answeredPaced: dashboardTexts.results.answeredPaced,
  ofAsked: (answers, asked) => `${words.format.number(answers)} ${words.charts.ofAsked(asked)}`,
}

/** A line below a question. */
export function questionNote(result: Result, shown: ShownResponses): string {
  return questionNotes(result, shown, WORDS).join(' · ')
}

/** Lines below the options that were added later, by position. */
export function optionNotes(result: Result, shown: ShownResponses): ReadonlyMap<number, string> {
  return new Map([...laterOptionNotes(result, shown, WORDS)].map(([at, notes]) => [at, notes.join('\n')]))
}
