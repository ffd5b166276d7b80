import { isBlank, isLongerThan } from '../../../values/text.ts'
import { SURVEY_TEXT_LENGTHS } from '../../limits.ts'
import type { ForeignItem, ForeignSurvey } from './foreign-survey.ts'

/** Texts in front of the first question that introduce the survey. */
interface Opening {
  readonly introduction: string | undefined
  /** Number of items that it has taken. */
  readonly items: number
}

/** Tools without a place for an introduction have it in texts in front of the first question. */
export function openingOf({ introduction, items, isDeck }: ForeignSurvey): Opening {
  const first = items.findIndex(({ kind, when }) => kind !== 'statement' || when !== undefined)
  const text = items.slice(0, Math.max(0, first)).map(wholeText).join('\n\n')
  const isTaken = introduction === undefined && isDeck !== true && !isBlank(text)
  if (!isTaken || isLongerThan(text, SURVEY_TEXT_LENGTHS.introduction)) return { introduction, items: 0 }
  return { introduction: text, items: first }
}

function wholeText({ text, description }: ForeignItem): string {
  return description === undefined ? text : `${text}\n${description}`
}
