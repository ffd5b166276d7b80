import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Comparison } from '../../../src/dashboard/contract.ts'
import type { Group } from '../../../src/domain/results/comparison.ts'
import { RequestError } from '../../ui/request.ts'
import type { SurveyModel } from '../survey-model.ts'

/** Minimum interval between two reads, in milliseconds. */
const PAUSE_MS = 2_000

/**
 * A group's results, read when it is selected and again as responses arrive; undefined for everyone, and until the
 * first group has been read. While another group is being read, the previous group's results stay. A group that has
 * become too small, or could not be read, is deselected.
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

/** @returns undefined if the group may not be shown, or could not be read */
async function readComparison(model: SurveyModel, { question, answer }: Group): Promise<Comparison | undefined> {
  try {
    return await model.read(`/compare?${new URLSearchParams({ question: String(question), answer })}`)
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}
