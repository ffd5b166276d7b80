import type { SelectQueryBuilder } from 'kysely'
import type { Count } from '../../domain/results/count.ts'
import type { ShownCounts } from '../../domain/results/shown-counts.ts'
import type { Engine } from '../engine.ts'
import { readShownCounts, shownCountsJson } from '../surveys/stored-shown-counts.ts'
import { readSurvey, surveyColumns } from '../surveys/stored-survey.ts'
import { publicSurveys, type Survey } from '../surveys/surveys.ts'
import { NESTED_COUNTS, readNestedCounts } from '../surveys/tallies.ts'
import type { Tables } from '../tables.ts'

/** A survey with its counts and those last shown to respondents, from one snapshot. */
export interface PublicCounts {
  readonly survey: Survey
  readonly counts: readonly Count[]
  readonly shown: ShownCounts
}

/** The counts last shown to respondents. */
export class SharedCounts {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The survey of a public link with the counts of its answers, from one snapshot. */
  find(slug: string): Promise<PublicCounts | undefined> {
    return readPublicCounts(publicSurveys(this.#engine.reader).where('slug', '=', slug))
  }

  /**
   * Stores what respondents are shown from now on, as returned by `decide`. The survey is locked meanwhile.
   * @param decide pure; undefined changes nothing
   * @returns the survey with what respondents are now shown
   */
  changeShown(
    slug: string,
    decide: (before: PublicCounts) => ShownCounts | undefined,
  ): Promise<PublicCounts | undefined> {
    return this.#engine.write(async db => {
      const survey = publicSurveys(db).where('slug', '=', slug)
      // Locked by a separate statement, so that no submission can change the counts once they are read.
      await this.#engine.lockRows(survey.select('id')).execute()
      const before = await readPublicCounts(survey)
      const shown = before && decide(before)
      if (before === undefined || shown === undefined) return before
      await db
        .updateTable('survey')
        .set({ shown_counts: shownCountsJson(shown) })
        .where('id', '=', before.survey.id)
        .execute()
      return { ...before, shown }
    })
  }
}

async function readPublicCounts(
  query: SelectQueryBuilder<Tables, 'survey', object>,
): Promise<PublicCounts | undefined> {
  const counted = surveyColumns(query).select([NESTED_COUNTS.as('counts'), 'shown_counts as shown'])
  const row = await counted.executeTakeFirst()
  if (row === undefined) return undefined
  const { counts, shown, ...survey } = row
  return { survey: readSurvey(survey), counts: readNestedCounts(counts), shown: readShownCounts(shown) }
}
