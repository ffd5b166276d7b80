import { type Conditions, matchesStrongly, matchesWeakly } from '../values/entity-tag.ts'
import { Refusal } from '../values/refusal.ts'
import { type Lifecycle, statusAt } from './lifecycle.ts'

/** What is read of a survey, as far as it varies. */
interface Tagged extends Lifecycle {
  readonly revision: number
  readonly resultsRevealed: boolean
  readonly lastSequence: number
  readonly responseCount: number
  readonly boardRevision: number
  readonly viewNonce: string | null
  readonly remoteNonce: string | null
}

/** Between the part for the definition, on which changes are based, and the part for everything else. */
const SEPARATOR = '-'

/**
 * The entity tag of a survey, without quotes. It changes with everything that a read shows: a sequence is assigned once and responses
 * only go, so last sequence and count together stand for one set of responses.
 */
export function surveyTag(survey: Tagged, now: number): string {
  const { lastSequence, responseCount, boardRevision, viewNonce, remoteNonce } = survey
  const counts = [lastSequence, responseCount, boardRevision].join('.')
  const links = `${viewNonce === null ? '' : '.projected'}${remoteNonce === null ? '' : '.remote'}`
  return `${surveyVersion(survey)}${SEPARATOR}${counts}.${statusAt(survey, now)}${links}`
}

/**
 * Checks the conditions of a change against what it changes. Only the definition counts: a response that arrives must not
 * make its creator's edit fail, and an edit never overwrites responses.
 * @throws Refusal `survey_changed`, `condition_failed`
 */
export function checkSurveyConditions(survey: Tagged, { ifMatch, ifNoneMatch }: Conditions): void {
  const version = surveyVersion(survey)
  const isCurrent = (opaque: string) => versionIn(opaque) === version
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, isCurrent)) throw new Refusal('survey_changed')
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, isCurrent)) throw new Refusal('condition_failed')
}

/**
 * The part of the tag that stands for the definition. Revealing results does not increment the revision, which also says whether submissions have
 * to be checked again.
 */
export function surveyVersion({ revision, resultsRevealed }: Pick<Tagged, 'revision' | 'resultsRevealed'>): string {
  return `${revision}${resultsRevealed ? 'r' : ''}`
}

/** The same part of a tag. */
export function versionIn(tag: string): string {
  return tag.split(SEPARATOR, 1)[0] ?? ''
}
