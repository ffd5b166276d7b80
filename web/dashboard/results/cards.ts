import type { DashboardSurvey } from '../../../src/dashboard/contract.ts'
import type { ShownResult } from '../../../src/domain/results/groups/shown-results.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { type RightAnswer, secondRoundOf } from '../../../src/domain/surveys/question-settings.ts'
import type { ScaleWords } from '../../../src/domain/surveys/scale-words.ts'

/** What is shown of a question, or of both rounds of one. */
export interface Card {
  readonly result: ShownResult
  /** That of the first round, if the other one is that of the second. */
  readonly first: Result | undefined
  /** How many answered each round, if there are two. */
  readonly rounds: readonly [number, number] | undefined
  readonly right: RightAnswer | undefined
  readonly scaleWords: ScaleWords | undefined
}

/**
 * Two rounds share a card, which shows the first until somebody has answered the second. Where people go at their own
 * pace there are none, so a card that compares groups never has two.
 */
export function cardsOf({
  results,
  question_settings: settings,
  paced,
}: Pick<DashboardSurvey, 'question_settings' | 'paced'> & { readonly results: readonly ShownResult[] }): Card[] {
  const rounds = paced ? settings : []
  return results
    .filter(({ index }) => rounds[index]?.round_of === undefined)
    .map(first => {
      const round = secondRoundOf(rounds, first.index)
      const second = results.find(({ index }) => index === round)
      const isAnswered = second !== undefined && second.answered > 0
      const result = isAnswered ? second : first
      return {
        result,
        first: isAnswered ? first : undefined,
        rounds: second && [first.answered, second.answered],
        right: settings[result.index]?.right,
        scaleWords: settings[result.index]?.scale_words,
      }
    })
}
