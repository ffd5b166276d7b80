import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Group } from '../../../src/domain/comparison.ts'
import type { Result } from '../../../src/domain/tally.ts'
import { RequestError } from '../../ui/request.ts'
import type { SurveyModel } from '../survey-model.ts'

/** The results of those who gave a certain answer. */
export interface Comparison extends Group {
  readonly response_count: number
  readonly results: readonly Result[]
}

/** Minimum interval between two reads, in milliseconds. */
const PAUSE_MS = 2_000

/**
 * The results of a group, read when it is chosen and again as responses arrive; undefined for everyone, and until the first
 * group is read. While another is being read, those of the group before. A group that has become too small, or that could not
 * be read, is given up.
 */
export function useComparison(model: SurveyModel, group: Signal<Group | undefined>): Comparison | undefined {
  const comparison = useSignal<Comparison | undefined>(undefined)
  const readAt = useSignal(0)
  const { response_count: count } = model.survey.value
  const chosen = group.value
  useEffect(() => {
    if (chosen === undefined) {
      comparison.value = undefined
      return
    }
    const isSame = comparison.value?.question === chosen.question && comparison.value.answer === chosen.answer
    const timer = setTimeout(
      async () => {
        readAt.value = Date.now()
        const read = await readComparison(model, chosen)
        if (group.value !== chosen) return
        comparison.value = read
        if (read === undefined) group.value = undefined
      },
      isSame ? Math.max(0, readAt.value + PAUSE_MS - Date.now()) : 0,
    )
    return () => clearTimeout(timer)
  }, [model, chosen, count])
  return chosen && comparison.value
}

/** @returns undefined if it may not be shown, or could not be read */
async function readComparison(model: SurveyModel, { question, answer }: Group): Promise<Comparison | undefined> {
  try {
    return await model.read(`/compare?${new URLSearchParams({ question: String(question), answer })}`)
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}
