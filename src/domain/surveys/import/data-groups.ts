import { isObject, type Json, type JsonObject } from '../../values/json.ts'
import { Refusal, refusalOf } from '../../values/refusal.ts'
import { fittingGroups } from '../groups/group-fit.ts'
import { inOrder, parseGroups, type QuestionGroup, textLengthOf } from '../groups/question-group.ts'
import { MAX_QUESTIONS, SURVEY_GROUP_TEXTS_LENGTH } from '../limits.ts'
import { parseQuestionList } from '../question.ts'

/** The groups that a file has, as sent, and the path to them. Exported surveys have them among their settings. */
export function sentGroups(survey: JsonObject): { readonly sent: Json | undefined; readonly path: readonly string[] } {
  const { groups, settings } = survey
  if (groups !== undefined || !isObject(settings)) return { sent: groups, path: ['groups'] }
  return { sent: settings.groups, path: ['settings', 'groups'] }
}

/**
 * Groups of the questions that were kept, beside those that there are already.
 * @param positions of the questions that were kept, by those in the file
 * @param refuse is called with the position in the file and the reason where one does not fit
 */
export function keptGroups(
  sent: readonly Json[],
  before: readonly QuestionGroup[],
  questions: readonly JsonObject[],
  positions: ReadonlyMap<number, number>,
  refuse: (at: number, reason: string) => void,
): QuestionGroup[] {
  const read = new Map<QuestionGroup, number>()
  let textLeft = SURVEY_GROUP_TEXTS_LENGTH
  for (const [at, one] of sent.slice(0, 2 * MAX_QUESTIONS).entries()) {
    const refusal = refusalOf(() => {
      for (const group of parseGroups([moved(one, positions)])) {
        textLeft -= textLengthOf(group)
        if (textLeft < 0) throw new Refusal('invalid_groups', { reason: 'all groups have too much text together' })
        read.set(group, at)
      }
    })
    if (refusal !== undefined) refuse(at, refusal.message.replace(/^group \d+: /, ''))
  }
  if (sent.length > 2 * MAX_QUESTIONS) refuse(2 * MAX_QUESTIONS, 'a survey can have at most 2,000 groups')
  const kept = fittingGroups([...before, ...read.keys()].sort(inOrder), parseQuestionList(questions))
  const isKept = new Set(kept)
  for (const [group, at] of read) if (!isKept.has(group)) refuse(at, MISFIT)
  return kept
}

const MISFIT = 'its questions do not make it up, or are in another group'

/** Groups follow their questions. One that has lost its first or last question is refused like one that never had it. */
function moved(group: Json, positions: ReadonlyMap<number, number>): Json {
  if (!isObject(group)) return group
  const [from, to] = [group.from, group.to].map(at => positions.get(Number(at)) ?? -1)
  return { ...group, from: from ?? -1, to: to ?? -1 }
}
