import { hash } from 'node:crypto'
import { chosenLists } from '../../domain/results/chosen-counts.ts'
import type { Count } from '../../domain/results/count.ts'
import { isRecordShared } from '../../domain/results/record/share-record.ts'
import {
  areResultsVisible,
  isShareable,
  type SharedCounts,
  type SharedResult,
  sharedResponses,
  sharedResults,
  sharesResults,
  withSettings,
} from '../../domain/results/sharing.ts'
import { nextShownCounts, type ShownCounts } from '../../domain/results/shown-counts.ts'
import { type Result, resultAt, results } from '../../domain/results/tally.ts'
import type { Positions } from '../../domain/surveys/groups/question-group.ts'
import { isIn } from '../../domain/surveys/groups/step-around.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { PublicCounts } from '../../store/results/shared-counts.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import { QuestionLists, RevisionCache } from '../cache.ts'
import type { Context } from '../context.ts'
import { checkFound, checkSlug, orNotFound } from '../not-found.ts'

/** Maximum age of the counts on a thanks page: a quarter of a second, in milliseconds, like the interval of its events. */
const SHARED_RESULTS_AGE_MS = 250

/** The results that respondents see at one moment. */
export interface SharedSnapshot {
  /**
   * A hash of what people see. It changes exactly when that does, and reveals nothing else, such as how many responses
   * are held back.
   */
  readonly version: string
  /** Number of responses; null while results are hidden or there are fewer than five. */
  readonly responses: number | null
  readonly areVisible: boolean
  readonly results: readonly SharedResult[]
}

/** A survey, and the results it shares, if any. */
export interface SharingSurvey {
  readonly survey: Survey
  readonly snapshot: SharedSnapshot | undefined
}

/** Approximate size of a count and its label in bytes, without the characters of the label. */
const BYTES_PER_COUNT = 32

/** Results as respondents may see them, made once for each change, however many people watch. */
export class SharedResults {
  readonly #context: Context
  readonly #lists: QuestionLists
  readonly #snapshots: RevisionCache<SharedSnapshot>
  readonly #recent: RevisionCache<SharedSnapshot>

  constructor(context: Context) {
    this.#context = context
    const { documents } = context.caches
    this.#lists = new QuestionLists(context.caches)
    this.#snapshots = new RevisionCache(documents, 'results')
    this.#recent = new RevisionCache(documents, 'recent results')
  }

  /** A survey and what it shares, read in one statement. @throws Refusal `not found` */
  async readNow(slug: string): Promise<SharingSurvey> {
    checkSlug(slug)
    const { survey, shown } = await this.#readShown(slug)
    return {
      survey,
      snapshot: sharesResults(survey, this.#lists.of(survey)) ? this.#cached(survey, shown) : undefined,
    }
  }

  /**
   * What a survey shares, at most `SHARED_RESULTS_AGE_MS` old, so that it is not computed again for each phone that
   * loads the page while responses arrive. It never includes hidden results.
   */
  readRecent(survey: Survey): SharedSnapshot | Promise<SharedSnapshot> {
    const interval = Math.floor(this.#context.clock() / SHARED_RESULTS_AGE_MS)
    const settings = `${settingsOf(survey)} ${interval}`
    return this.#recent.findOrMake(survey.slug, settings, async () => this.#read(survey), bytesOf)
  }

  /**
   * The counts of one question, or of the check-list that it is in, which the caller has found to be shared: null below five answers, undefined
   * if it has none. The steps of other questions do not go on.
   */
  async countsAt(slug: string, index: number): Promise<SharedCounts | null | undefined> {
    const { survey, shown } = await this.#readShown(slug, found => this.#nextStepAt(found, index))
    const questions = this.#lists.of(survey)
    const list = chosenLists(questions, survey).find(one => isIn(one, index))
    if (list !== undefined) return choicesOf(results(questions, shown.counts, [], [list]).slice(list.from, list.to + 1))
    const result = resultAt(questions, index, shown.counts)
    return result && sharedResults([result], true)[0]?.counts
  }

  /**
   * The counts of all questions for a shared record, in the same steps as results: between two looks at it, nobody learns more.
   * @throws Refusal `not found` if the record is not shared
   */
  async forRecord(slug: string): Promise<{ readonly survey: Survey; readonly shown: ShownCounts }> {
    checkSlug(slug)
    const found = await this.#readShown(slug, found =>
      isRecordShared(found.survey) ? this.#nextStepOfAll(found) : undefined,
    )
    checkFound(isRecordShared(found.survey))
    return found
  }

  /** @param survey as just read; the snapshot is from that moment or later */
  async #read(survey: Survey): Promise<SharedSnapshot> {
    const cached = this.#snapshots.find(survey.slug, versionOf(survey))
    if (cached !== undefined) return cached
    const { survey: latest, shown } = await this.#readShown(survey.slug)
    return this.#cached(latest, shown)
  }

  /**
   * A survey with what respondents are shown of it. If the next step is due, it is stored first, so that every process,
   * also after a restart, shows the same one.
   * @param nextStep pure; undefined if none is due
   */
  async #readShown(slug: string, nextStep = (found: PublicCounts) => this.#nextStepOf(found)): Promise<PublicCounts> {
    const { store, log } = this.#context
    const found = orNotFound(await store.sharedCounts.find(slug))
    if (nextStep(found) === undefined) return found
    try {
      return orNotFound(await store.sharedCounts.changeShown(slug, nextStep))
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'missing') throw error
      log.warn({ err: error }, 'shared results: the next step could not be stored; still showing the last one')
      return found
    }
  }

  /** Undefined while results are hidden; what arrives meanwhile forms one step when they are revealed. */
  #nextStepOf(found: PublicCounts): ShownCounts | undefined {
    return areResultsVisible(found.survey) ? this.#nextStepOfAll(found) : undefined
  }

  #nextStepOfAll({ survey, counts, shown }: PublicCounts): ShownCounts | undefined {
    return nextShownCounts(shown, { responses: survey.responseCount, counts }, this.#checkLists(survey))
  }

  /** The next step of one question or check-list alone, which may be shown while others are hidden. */
  #nextStepAt({ survey, counts, shown }: PublicCounts, index: number): ShownCounts | undefined {
    const { responses } = shown
    const list = this.#checkLists(survey).find(one => isIn(one, index))
    const isOwn = ({ question }: Count) => isIn(list ?? { from: index, to: index }, question)
    const ownOf = (all: readonly Count[]) => ({ responses, counts: all.filter(isOwn) })
    const next = nextShownCounts(ownOf(shown.counts), ownOf(counts), list === undefined ? [] : [list])
    return next && { responses, counts: [...shown.counts.filter(one => !isOwn(one)), ...next.counts] }
  }

  #checkLists(survey: Survey): Positions[] {
    return chosenLists(this.#lists.of(survey), survey)
  }

  #resultsOf(survey: Survey, shown: ShownCounts['counts']): Result[] {
    return results(this.#lists.of(survey), shown, [], this.#checkLists(survey))
  }

  #cached(survey: Survey, shown: ShownCounts): SharedSnapshot {
    const value = this.#snapshotOf(survey, shown)
    return this.#snapshots.store(survey.slug, { revision: versionOf(survey), value }, bytesOf(value))
  }

  #snapshotOf(survey: Survey, shown: ShownCounts): SharedSnapshot {
    const areVisible = areResultsVisible(survey)
    const results = this.#resultsOf(survey, shown.counts)
    const responses = sharedResponses(results, survey, shown.responses)
    const seen = {
      responses: areVisible && isShareable(responses) ? responses : null,
      areVisible,
      results: withSettings(sharedResults(results, areVisible), survey),
    }
    return { ...seen, version: hash('sha256', JSON.stringify([survey.revision, seen]), 'base64url').slice(0, 16) }
  }
}

/** Null below five people. */
function choicesOf(options: readonly Result[]): SharedCounts | null {
  const chosen = options[0]?.chosen ?? 0
  return isShareable(chosen) ? { counts: options.map(({ answered }) => answered), chosen } : null
}

function settingsOf(survey: Survey): string {
  return `${survey.revision} ${areResultsVisible(survey)}`
}

/**
 * Identifies what a snapshot is made from; never sent. Removing a response changes the response count, and adding one
 * changes the last sequence.
 */
function versionOf(survey: Survey): string {
  const counted = areResultsVisible(survey) && ` ${survey.lastSequence} ${survey.responseCount}`
  return settingsOf(survey) + (counted || '')
}

function bytesOf({ results }: SharedSnapshot): number {
  const texts = results.flatMap(({ text, labels }) => [text, ...labels])
  return texts.reduce((sum, { length }) => sum + BYTES_PER_COUNT + 2 * length, 0)
}
