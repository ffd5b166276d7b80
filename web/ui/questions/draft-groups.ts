import { inOrder, type QuestionGroup } from '../../../src/domain/surveys/groups/question-group.ts'
import type { JsonObject } from '../../../src/domain/values/json.ts'
import { isBlank } from '../../../src/domain/values/text.ts'

/** A group of a draft, whose questions follow one another. */
export interface DraftGroup {
  /** No question and no other group of the draft has this key. */
  readonly key: number
  readonly kind: QuestionGroup['kind']
  /** The keys of its questions, in order. */
  readonly keys: readonly number[]
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly shuffled?: true | undefined
}

export const NO_DRAFT_GROUPS: readonly DraftGroup[] = []

interface Keyed {
  readonly questions: readonly (JsonObject & { readonly index: number })[]
  readonly groups: readonly DraftGroup[]
}

/**
 * Stored positions are the keys of stored questions.
 * @param count of the questions
 * @param nextKey of the first group
 */
export function groupsByKey(stored: readonly QuestionGroup[], count: number, nextKey: number): readonly DraftGroup[] {
  return stored.map(({ from, to, ...members }, at) => {
    const length = Math.max(0, Math.min(to, count - 1) - from + 1)
    return { ...members, key: nextKey + at, keys: Array.from({ length }, (_, place) => from + place) }
  })
}

/** In their stored form. A group without questions is left out, and so is the text of a section as long as it is blank. */
export function groupsOf({ questions, groups }: Keyed): readonly QuestionGroup[] {
  const positions = new Map(questions.map(({ index }, position) => [index, position]))
  const stored = groups.flatMap(({ key: _, keys, title, text, min, max, shuffled, ...group }) => {
    const [from, to] = [positions.get(keys[0] ?? -1), positions.get(keys.at(-1) ?? -1)]
    if (from === undefined || to === undefined) return []
    return [
      {
        ...group,
        from,
        to,
        ...(title !== undefined && { title }),
        ...(text !== undefined && !isBlank(text) && { text }),
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
        ...(shuffled && { shuffled }),
      } as QuestionGroup,
    ]
  })
  return stored.sort(inOrder)
}
