import type { InferResult, SelectQueryBuilder } from 'kysely'
import type { Count } from '../../domain/results/count.ts'
import type { EditHistory } from '../../domain/results/edit-history/edit-history.ts'
import type { Sharing, SharingMode } from '../../domain/results/sharing.ts'
import type { ShownCounts } from '../../domain/results/shown-counts.ts'
import type { ProjectedTextSelection } from '../../domain/results/texts/projected-texts.ts'
import type { QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import type { Lifecycle, StoredStatus } from '../../domain/surveys/lifecycle.ts'
import type { QuestionsText } from '../../domain/surveys/question.ts'
import type { QuestionSettings } from '../../domain/surveys/question-settings.ts'
import type { Limited } from '../../domain/surveys/survey-settings/response-limit.ts'
import type { SurveyTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import type { Tables } from '../tables.ts'
import { readTheme, themeText } from '../theme.ts'
import {
  groupsJson,
  questionSettingsJson,
  readGroups,
  readQuestionSettings,
  readTexts,
  textsJson,
} from './stored-content.ts'
import { editHistoryJson, readEditHistory } from './stored-edit-history.ts'
import { projectedTextsJson, readProjectedTexts } from './stored-projected-texts.ts'
import { shownCountsJson } from './stored-shown-counts.ts'

export interface Survey extends Lifecycle, Sharing, Limited {
  readonly id: number
  /** Whether the expiry was set by the free plan. */
  readonly expiryAutomatic: boolean
  readonly accountId: string
  readonly slug: string
  readonly title: string
  readonly archived: boolean
  /** Whether respondents share one device. */
  readonly sharedDevice: boolean
  /** Whether everybody with the public link may read the record. */
  readonly shareRecord: boolean
  /** Whether whoever presents it sets the pace of respondents. */
  readonly paced: boolean
  /** Whether the presenter's screen shows results as they come in. */
  readonly revealedAtOnce: boolean
  /** The language that the creator has chosen for the texts; null where it is found from them. */
  readonly language: string | null
  readonly theme: Theme
  readonly revision: number
  /** Revision of its boards, incremented by each commit that changes one of them. */
  readonly boardRevision: number
  readonly lastSequence: number
  readonly createdAt: string
  readonly adminNonce: string
  /** Nonce of the projector link; null if there is none. */
  readonly viewNonce: string | null
  /** Nonce of the remote link; null if there is none. */
  readonly remoteNonce: string | null
  readonly projectedTexts: ProjectedTextSelection
  readonly editHistory: EditHistory
  readonly questions: QuestionsText
  readonly questionSettings: QuestionSettings
  readonly texts: SurveyTexts
  readonly groups: readonly QuestionGroup[]
  /** How many groups edits have dissolved since they were last set. */
  readonly dissolvedGroups: number
}

/** The new values of a survey's properties. Omitted ones stay unchanged. */
export interface SurveyChange {
  readonly status?: StoredStatus
  readonly archived?: boolean
  readonly theme?: Theme
  readonly questions?: QuestionsText
  readonly questionSettings?: QuestionSettings
  readonly texts?: SurveyTexts
  readonly groups?: readonly QuestionGroup[]
  readonly dissolvedGroups?: number
  readonly expiresAt?: number | null
  readonly expiryAutomatic?: boolean
  readonly opensAt?: number | null
  readonly responseLimit?: number | null
  readonly projectedTexts?: ProjectedTextSelection
  readonly editHistory?: EditHistory
  readonly shareResults?: SharingMode
  readonly resultsRevealed?: boolean
  readonly sharedDevice?: boolean
  readonly shareRecord?: boolean
  readonly paced?: boolean
  readonly revealedAtOnce?: boolean
  readonly language?: string | null
  /** All counts of the survey, if the edit changed any. */
  readonly counts?: readonly Count[]
  readonly shownCounts?: ShownCounts
  /** The palette to save for the account, chosen in the browser. */
  readonly palette?: Theme
}

export function surveyColumns(query: SelectQueryBuilder<Tables, 'survey', object>) {
  return columnsBesideQuestions(query).select('questions')
}

/** As `surveyColumns`; `questions`, which can be long, are null if they are those of this revision. */
export function columnsUnlessOf(revision: number, query: SelectQueryBuilder<Tables, 'survey', object>) {
  return columnsBesideQuestions(query).select(({ case: choose, ref }) =>
    choose().when('revision', '=', revision).then(null).else(ref('questions')).end().as('questions'),
  )
}

function columnsBesideQuestions(query: SelectQueryBuilder<Tables, 'survey', object>) {
  return query
    .select(['id', 'account_id as accountId', 'slug', 'title', 'status', 'archived', 'theme', 'revision'])
    .select('board_revision as boardRevision')
    .select(['response_count as responseCount', 'response_limit as responseLimit', 'last_sequence as lastSequence'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'opens_at as opensAt', 'admin_nonce as adminNonce'])
    .select(['view_nonce as viewNonce', 'remote_nonce as remoteNonce'])
    .select(['share_results as shareResults', 'projected_texts as projectedTexts'])
    .select(['suspended', 'taken_down', 'results_revealed', 'expiry_automatic', 'shared_device', 'paced', 'language'])
    .select(['revealed_at_once', 'share_record', 'texts', 'groups', 'dissolved_groups as dissolvedGroups'])
    .select(['edit_history as editHistory', 'question_settings as questionSettings'])
}

type SurveyRow = InferResult<ReturnType<typeof surveyColumns>>[number]

export function readSurvey({ suspended, taken_down, results_revealed, expiry_automatic, ...rest }: SurveyRow): Survey {
  const { shared_device, share_record, paced, revealed_at_once, ...row } = rest
  return {
    ...row,
    expiryAutomatic: expiry_automatic === 1,
    resultsRevealed: results_revealed === 1,
    sharedDevice: shared_device === 1,
    shareRecord: share_record === 1,
    paced: paced === 1,
    revealedAtOnce: revealed_at_once === 1,
    archived: row.archived === 1,
    suspended: suspended === 1 || taken_down === 1,
    theme: readTheme(row.theme),
    projectedTexts: readProjectedTexts(row.projectedTexts),
    editHistory: readEditHistory(row.editHistory),
    questionSettings: readQuestionSettings(row.questionSettings),
    texts: readTexts(row.texts),
    groups: readGroups(row.groups),
  }
}

/** Questions can be long, so they are written only if they changed. */
export function changedColumns(survey: Survey, change: SurveyChange) {
  return {
    status: survey.status,
    archived: survey.archived ? (1 as const) : (0 as const),
    theme: themeText(survey.theme),
    revision: survey.revision,
    expires_at: survey.expiresAt,
    expiry_automatic: survey.expiryAutomatic ? (1 as const) : (0 as const),
    opens_at: survey.opensAt,
    response_limit: survey.responseLimit,
    share_results: survey.shareResults,
    results_revealed: survey.resultsRevealed ? (1 as const) : (0 as const),
    shared_device: survey.sharedDevice ? (1 as const) : (0 as const),
    share_record: survey.shareRecord ? (1 as const) : (0 as const),
    paced: survey.paced ? (1 as const) : (0 as const),
    revealed_at_once: survey.revealedAtOnce ? (1 as const) : (0 as const),
    language: survey.language,
    dissolved_groups: survey.dissolvedGroups,
    ...(change.questions !== undefined && { questions: change.questions }),
    ...(change.questionSettings !== undefined && { question_settings: questionSettingsJson(change.questionSettings) }),
    ...(change.texts !== undefined && { texts: textsJson(change.texts) }),
    ...(change.groups !== undefined && { groups: groupsJson(change.groups) }),
    ...(change.shownCounts !== undefined && { shown_counts: shownCountsJson(change.shownCounts) }),
    ...(change.projectedTexts !== undefined && { projected_texts: projectedTextsJson(change.projectedTexts) }),
    ...(change.editHistory !== undefined && { edit_history: editHistoryJson(change.editHistory) }),
  }
}
