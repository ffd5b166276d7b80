import type { Question } from '../surveys/question.ts'
import { isOutdated, isStillAnswer, type QuestionNames, readNames } from '../surveys/question-match.ts'
import { questionNames } from '../surveys/question-names.ts'
import { isArray, type Json, numberIn } from '../values/json.ts'

/**
 * A page sends the positions of options: what stands on a screen may have been translated. Their texts take the place of
 * the positions here; what is no position of an option remains, and is no answer.
 * @param made the questions for which the page was made
 */
export function answersOfPage(
  questions: readonly Question[],
  made: QuestionNames,
  input: Json | undefined,
): Json | undefined {
  if (!isArray(input)) return input
  const now = questionNames(questions)
  const names = isOutdated(made, now) ? { made: readNames(made), now: readNames(now) } : undefined
  return input.map((answer, index) => {
    const { type, options } = questions[index] ?? {}
    const position = numberIn(answer)
    if (type !== 'multiple_choice' || position === undefined) return answer
    if (names && !isStillAnswer(names.made[index], names.now[index], `${position}`)) return answer
    return [...(options?.keys() ?? [])][position] ?? answer
  })
}
