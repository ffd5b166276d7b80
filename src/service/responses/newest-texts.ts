import { MAX_SEARCHED_CHARACTERS, MAX_SEARCHED_RESPONSES, NEWEST_TEXTS } from '../../domain/responses/limits.ts'
import { readQuestions } from '../../domain/surveys/question.ts'
import type { Answer } from '../../domain/values/answer.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { Context } from '../context.ts'
import { responseReader, responsesAfter } from './response-search.ts'

/** A free-text answer, with the id of its response. */
interface Text {
  readonly id: string
  readonly text: string
}

/** The newest answers to a free-text question, newest first. */
export interface NewestTexts {
  readonly index: number
  readonly texts: readonly Text[]
}

/**
 * The newest answers to each free-text question. The work is limited as in a search, so a question that few of the
 * newest responses answered may have fewer.
 */
export async function readNewestTexts(context: Context, survey: Survey): Promise<readonly NewestTexts[]> {
  const questions = readQuestions(survey.questions)
  const found = new Map<number, Text[]>()
  questions.forEach(({ type }, index) => {
    if (type === 'free_text') found.set(index, [])
  })
  const unfilled = new Set(found.keys())
  let [examined, characters] = [0, 0]
  if (unfilled.size > 0)
    for await (const { response } of responsesAfter(responseReader(context, survey, 'newest'), 0)) {
      const answers: readonly Answer[] = JSON.parse(response.answers)
      for (const index of unfilled) {
        const texts = found.get(index) ?? []
        const answer = answers[index] ?? null
        if (answer !== null) texts.push({ id: response.id, text: String(answer) })
        if (texts.length === NEWEST_TEXTS) unfilled.delete(index)
      }
      examined++
      characters += response.answers.length
      if (unfilled.size === 0 || examined >= MAX_SEARCHED_RESPONSES || characters >= MAX_SEARCHED_CHARACTERS) break
    }
  return [...found].map(([index, texts]) => ({ index, texts }))
}
