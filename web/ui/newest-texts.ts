import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { NewestTexts, ResponseText } from '../../src/dashboard/contract.ts'
import type { LiveSurvey } from './live-survey.ts'
import { RequestError } from './request.ts'

/** The newest answers to a free-text question, and how many there were when they were read. */
interface TextsOfQuestion {
  readonly texts: readonly ResponseText[]
  readonly answered: number
}

export interface Texts {
  /** By question index; undefined until they are read. Answers that could not be read are missing. */
  readonly byQuestion: ReadonlySignal<ReadonlyMap<number, TextsOfQuestion> | undefined>
  /** Reads them again. */
  load(): Promise<void>
}

/**
 * The newest texts of all questions. They do not change while somebody reads: newer ones are counted, and read on
 * request. They are read automatically only if there were none, or if a response was deleted.
 */
export function useNewestTexts(live: LiveSurvey): Texts {
  const byQuestion = useSignal<ReadonlyMap<number, TextsOfQuestion> | undefined>(undefined)
  const { results } = live.survey.value
  const answered = new Map(results.flatMap(one => (one.type === 'free_text' ? [[one.index, one.answered]] : [])))
  const load = useMemo(
    () => async () => {
      const counts = new Map(live.survey.value.results.map(one => [one.index, one.answered]))
      const { questions } = await live.read<NewestTexts>('/texts')
      byQuestion.value = new Map(
        questions.map(({ index, texts }) => [index, { texts, answered: counts.get(index) ?? 0 }]),
      )
    },
    [live],
  )
  const isOutdated = [...answered].some(([index, now]) => {
    const before = byQuestion.value?.get(index)?.answered
    return before === undefined || now < before || (before === 0 && now > 0)
  })
  useEffect(() => {
    if (!isOutdated) return
    load().catch(error => {
      if (!(error instanceof RequestError)) throw error
      byQuestion.value ??= new Map()
    })
  }, [isOutdated, live.survey.value.response_count])
  return { byQuestion, load }
}
