import type { BoardCount } from '../../domain/boards/board.ts'
import type { Count } from '../../domain/results/count.ts'
import { NESTED_BOARD_COUNTS, readNestedBoardCounts } from '../boards/board-items.ts'
import type { Engine } from '../engine.ts'
import { readSurvey, surveyColumns } from '../surveys/stored-survey.ts'
import { ownSurvey, type Survey } from '../surveys/surveys.ts'
import { NESTED_COUNTS, readNestedCounts } from '../surveys/tallies.ts'

/** A survey with its counts, from one snapshot. */
export interface CountedSurvey {
  readonly survey: Survey
  readonly counts: readonly Count[]
  readonly boards: readonly BoardCount[]
}

/** What those who run a survey see of its results. */
export class SurveyCounts {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @returns undefined if the account does not own a survey with this slug */
  async find(accountId: string, slug: string): Promise<CountedSurvey | undefined> {
    const counted = surveyColumns(ownSurvey(this.#engine.reader, accountId, slug)).select([
      NESTED_COUNTS.as('counts'),
      NESTED_BOARD_COUNTS.as('boards'),
    ])
    const row = await counted.executeTakeFirst()
    if (row === undefined) return undefined
    const { counts, boards, ...survey } = row
    return { survey: readSurvey(survey), counts: readNestedCounts(counts), boards: readNestedBoardCounts(boards) }
  }
}
