import type { Selectable } from 'kysely'
import type { Presentation } from '../../domain/results/presentation.ts'
import type { SessionRecord } from '../../domain/results/record/session-record.ts'
import type { QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import type { QuestionsText } from '../../domain/surveys/question.ts'
import type { QuestionSettings } from '../../domain/surveys/question-settings.ts'
import type { Engine } from '../engine.ts'
import { readGroups, readQuestionSettings } from '../surveys/stored-content.ts'
import type { SurveyTable } from '../surveys/survey-tables.ts'
import { ownSurvey } from '../surveys/surveys.ts'

/** A presentation, and what is kept of it afterwards; null if nobody has presented the survey. */
export interface Session {
  readonly presentation: Presentation | null
  readonly record: SessionRecord | null
}

export interface PresentedSurvey {
  readonly questions: QuestionsText
  readonly questionSettings: QuestionSettings
  readonly groups: readonly QuestionGroup[]
  readonly paced: boolean
  readonly revealedAtOnce: boolean
}

/** What a survey's presenters show. Kept with the survey, so that every process shows the same, also after a restart. */
export class Presentations {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @returns null if nobody has presented the survey */
  async find(surveyId: number): Promise<Presentation | null> {
    const query = this.#engine.reader.selectFrom('survey').where('id', '=', surveyId).select('presentation')
    return readPresentation((await query.executeTakeFirst())?.presentation ?? null)
  }

  async session(surveyId: number): Promise<Session> {
    const columns = this.#engine.reader.selectFrom('survey').where('id', '=', surveyId)
    const row = await columns.select(['presentation', 'session_record']).executeTakeFirst()
    return readSession(row ?? { presentation: null, session_record: null })
  }

  /**
   * Applies the change that `decide` returns; it may return what there is. Two at the same time are applied one after the other.
   * @param decide pure; if it throws, nothing changes
   * @returns what there is now; undefined if the account has no survey with this slug
   */
  change(
    accountId: string,
    slug: string,
    decide: (before: Session, survey: PresentedSurvey) => Session,
  ): Promise<(PresentedSurvey & Pick<Session, 'presentation'>) | undefined> {
    return this.#engine.write(async db => {
      const columns = [
        'id',
        'presentation',
        'session_record',
        'question_settings',
        'groups',
        'paced',
        'revealed_at_once',
        'questions',
      ] as const
      const own = ownSurvey(db, accountId, slug).select(columns)
      const row = await this.#engine.lockRows(own).executeTakeFirst()
      if (row === undefined) return undefined
      const { id } = row
      const before = readSession(row)
      const survey = readPresented(row)
      const { presentation, record } = decide(before, survey)
      if (presentation !== before.presentation) {
        const columns = { presentation: JSON.stringify(presentation), session_record: record && JSON.stringify(record) }
        await db.updateTable('survey').set(columns).where('id', '=', id).execute()
        await this.#engine.notify(db, { slug, part: 'presentation' })
      }
      return { ...survey, presentation }
    })
  }
}

function readPresented(
  row: Pick<Selectable<SurveyTable>, 'questions' | 'question_settings' | 'groups' | 'paced' | 'revealed_at_once'>,
): PresentedSurvey {
  const { questions, question_settings: settings, groups, paced, revealed_at_once: atOnce } = row
  const content = { questions, questionSettings: readQuestionSettings(settings), groups: readGroups(groups) }
  return { ...content, paced: paced === 1, revealedAtOnce: atOnce === 1 }
}

function readSession(row: { readonly presentation: string | null; readonly session_record: string | null }): Session {
  const record = row.session_record === null ? null : JSON.parse(row.session_record)
  return { presentation: readPresentation(row.presentation), record }
}

/** What an earlier version has stored names no questions. */
function readPresentation(text: string | null): Presentation | null {
  return text === null ? null : { asked: [], ends: [], ...JSON.parse(text) }
}
