import { type ItemState, isBoard, parseItemState, parseItemText } from '../boards/board.ts'
import { parseAnswers } from '../responses/submission.ts'
import type { EditHistory } from '../results/edit-history/edit-history.ts'
import { MAX_HIDDEN_WORDS, MAX_PICKS, WORD_LENGTH } from '../results/limits.ts'
import type { SessionRecord } from '../results/record/session-record.ts'
import { parseShareRecord } from '../results/record/share-record.ts'
import { parseRevealed, parseSharingMode, type SharingMode } from '../results/sharing.ts'
import { NO_PROJECTED_TEXTS, type ProjectedTextSelection } from '../results/texts/projected-texts.ts'
import { checkGroups } from '../surveys/groups/group-fit.ts'
import { parseGroups, type QuestionGroup } from '../surveys/groups/question-group.ts'
import { parseLanguage } from '../surveys/languages/languages.ts'
import { parseArchived, parseExpiry, type StoredStatus } from '../surveys/lifecycle.ts'
import { checkPageSize } from '../surveys/page-size.ts'
import { checkRules, parseQuestionList, parseQuestions, type Question } from '../surveys/question.ts'
import { alreadyStored, type Bounded } from '../surveys/question-amounts.ts'
import { checkQuestionSettings, parseQuestionSettings, type QuestionSettings } from '../surveys/question-settings.ts'
import { parseSlug } from '../surveys/slug.ts'
import { parseOpening } from '../surveys/survey-settings/opening.ts'
import { parsePaced } from '../surveys/survey-settings/paced.ts'
import { parseResponseLimit } from '../surveys/survey-settings/response-limit.ts'
import { parseRevealedAtOnce } from '../surveys/survey-settings/revealed-at-once.ts'
import { parseSharedDevice } from '../surveys/survey-settings/shared-device.ts'
import { parseTexts, type SurveyTexts } from '../surveys/survey-settings/survey-texts.ts'
import { parseTheme, type Theme } from '../surveys/survey-settings/theme.ts'
import { parseTitle } from '../surveys/title.ts'
import type { Answer } from '../values/answer.ts'
import { isArray, isObject, type Json, type JsonObject, numberIn } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { isId } from '../values/text.ts'
import { EARLIEST_MS, formatTime, parseTime } from '../values/time.ts'
import { editsMember, parseFileEdits } from './file-edits.ts'
import { parseFileSession, sessionMember } from './file-session.ts'

/** Maximum number of votes of one restored question on a board. */
const MAX_RESTORED_VOTES = 100_000

/** The version of what an exported survey has in addition to what the API returns: its member `settings`. */
const SURVEY_FILE_VERSION = 1

/** Members of an exported survey that are lists of any length. */
export const SURVEY_FILE_LISTS = ['responses', 'boards'] as const

/** A survey in a file, without its responses, boards and settings. */
export interface FileSurvey {
  readonly slug: string
  readonly title: string
  readonly status: StoredStatus
  /** Milliseconds since the epoch, as all times here. */
  readonly createdAt: number
  /** Null for never. */
  readonly expiresAt: number | null
  readonly questions: Bounded<Question>
}

export interface FileResponse {
  readonly id: string
  readonly submittedAt: number
  readonly answers: readonly Answer[]
}

export interface FileItem {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly state: ItemState
}

/** The settings of a survey that its dashboard changes, in addition to its questions. */
export interface FileSettings {
  readonly theme: Theme
  readonly archived: boolean
  readonly shareResults: SharingMode
  readonly resultsRevealed: boolean
  /** When it opens by itself, whatever the file says of its status; null if it does not wait for a time. */
  readonly opensAt: number | null
  readonly responseLimit: number | null
  readonly sharedDevice: boolean
  readonly shareRecord: boolean
  readonly paced: boolean
  readonly revealedAtOnce: boolean
  /** Null if it is detected from the texts. */
  readonly language: string | null
  /** Whether the expiry was set by the free plan. */
  readonly expiryAutomatic: boolean
  readonly projectedTexts: ProjectedTextSelection
  readonly editHistory: EditHistory
  readonly questionSettings: QuestionSettings
  readonly texts: SurveyTexts
  readonly groups: readonly QuestionGroup[]
  /** When its last session showed what; null if nobody has presented it. */
  readonly session: SessionRecord | null
}

/** The member `settings` of an exported survey. */
export function settingsMember(survey: Omit<FileSettings, 'theme'> & Pick<FileSurvey, 'status'>): JsonObject {
  const { picks, words, hidden } = survey.projectedTexts
  const opensAt = survey.status === 'open' ? survey.opensAt : null
  return {
    version: SURVEY_FILE_VERSION,
    archived: survey.archived,
    share_results: survey.shareResults,
    results_revealed: survey.resultsRevealed,
    ...(opensAt !== null && { opens_at: formatTime(opensAt) }),
    ...(survey.responseLimit !== null && { response_limit: survey.responseLimit }),
    shared_device: survey.sharedDevice,
    share_record: survey.shareRecord,
    paced: survey.paced,
    ...(survey.revealedAtOnce && { revealed_at_once: true }),
    language: survey.language,
    expiry_automatic: survey.expiryAutomatic,
    projected_texts: {
      picks: picks.map(({ question, id }) => ({ question, id })),
      words,
      hidden: hidden.map(({ question, word }) => ({ question, word })),
    },
    ...(survey.editHistory.length > 0 && { edits: editsMember(survey.editHistory) }),
    ...(survey.questionSettings.length > 0 && { question_settings: survey.questionSettings as readonly JsonObject[] }),
    ...(Object.keys(survey.texts).length > 0 && { texts: { ...survey.texts } }),
    ...(survey.groups.length > 0 && { groups: survey.groups as readonly object[] as readonly JsonObject[] }),
    ...(survey.session !== null && { session: sessionMember(survey.session) }),
  }
}

/**
 * Who restores a file. What the operator restores was exported by an installation; a holder may have written the file.
 */
export type RestoredBy = 'holder' | 'operator'

/**
 * @param now nothing in a file can be later than this
 * @throws Refusal `invalid_survey_file`, or about title, questions, slug or expiry
 */
export function parseFileSurvey(
  file: JsonObject,
  { by, now }: { readonly by: RestoredBy; readonly now: number },
): FileSurvey {
  const { id, status } = file
  if (id === undefined && status === undefined)
    throw invalidSurveyFile('it has neither id nor status, so it is not the JSON export of a survey')
  if (status !== 'open' && status !== 'closed' && status !== 'expired')
    throw invalidSurveyFile('status must be "open", "closed" or "expired"')
  return {
    slug: parseSlug(id),
    title: parseTitle(file.title),
    status: status === 'closed' ? 'closed' : 'open',
    createdAt: parsePast(file.created_at, 'created_at', now),
    expiresAt: parseExpiry(file.expires_at ?? null),
    questions: by === 'operator' ? parseStored(file.questions) : parseQuestions(file.questions),
  }
}

/** @param name how a refusal names the response @throws Refusal `invalid_survey_file` */
export function parseFileResponse(
  questions: readonly Question[],
  input: Json,
  { name, now }: { readonly name: string; readonly now: number },
): FileResponse {
  if (!isObject(input)) throw invalidSurveyFile(`${name} must be an object`)
  const { id, submitted_at: time, answers: sent } = input
  if (typeof id !== 'string' || !isId(id)) throw invalidSurveyFile(`${name}: id must be a UUID`)
  const { answers, errors, wellFormed } = explained(name, () => parseAnswers(questions, sent))
  // A missing answer was not required when it was sent.
  const error = wellFormed ? undefined : errors.find(one => one.name !== 'required')
  if (error !== undefined) throw invalidSurveyFile(`${name}, question ${error.index + 1}: ${error.error}`)
  return { id, submittedAt: parsePast(time, `${name}: submitted_at`, now), answers }
}

/** A board and some of its items. @throws Refusal `invalid_survey_file` */
export function parseFileBoard(questions: readonly Question[], input: Json): { question: number; items: FileItem[] } {
  const { index: sent, items } = isObject(input) ? input : {}
  const index = numberIn(sent)
  if (index === undefined || !isBoard(questions[index]))
    throw invalidSurveyFile('the index of a board must be that of a question of type upvoted_question')
  if (!isArray(items)) throw invalidSurveyFile(`board ${index + 1}: items must be a list`)
  const parsed = items.map((item, at) => parseItem(item, `board ${index + 1}, item ${at + 1}`))
  const ids = new Map(parsed.map(({ id }, at) => [id, at]))
  const repeated = parsed.findIndex(({ id }, at) => ids.get(id) !== at)
  if (repeated >= 0) throw invalidSurveyFile(`board ${index + 1}, item ${repeated + 1}: another item has its id`)
  return { question: index, items: parsed }
}

/**
 * If the file has no member `settings`, those of a new survey are used.
 * @param context with the number of responses in the file
 * @throws Refusal `invalid_survey_file`, or about a setting
 */
export function parseFileSettings(
  questions: readonly Question[],
  { theme, settings = {} }: JsonObject,
  { by, responses }: { readonly by: RestoredBy; readonly responses: number },
): FileSettings {
  if (!isObject(settings)) throw invalidSurveyFile('settings must be an object')
  const { version = SURVEY_FILE_VERSION, archived = false, expiry_automatic: automatic = false } = settings
  const number = numberIn(version)
  if (number === undefined || number > SURVEY_FILE_VERSION)
    throw invalidSurveyFile('it was made by a newer version of Soundings; use that version or a later one')
  if (typeof automatic !== 'boolean') throw invalidSurveyFile('expiry_automatic must be true or false')
  const responseLimit = parseResponseLimit(settings.response_limit ?? null)
  const paced = parsePaced(settings.paced ?? false)
  if (paced && responseLimit !== null) throw new Refusal('limit_of_paced')
  const questionSettings = parseFileQuestionSettings(questions, settings.question_settings)
  const groups = parseFileGroups(questions, settings.groups)
  if (by !== 'operator') checkPageSize({ questions, questionSettings, groups })
  return {
    theme: theme === undefined ? 'default' : parseTheme(theme),
    archived: parseArchived(archived),
    shareResults: parseSharingMode(settings.share_results ?? 'never'),
    resultsRevealed: parseRevealed(settings.results_revealed ?? false),
    opensAt: parseOpening(settings.opens_at ?? null),
    responseLimit,
    sharedDevice: parseSharedDevice(settings.shared_device ?? false),
    shareRecord: parseShareRecord(settings.share_record ?? false),
    paced,
    revealedAtOnce: parseRevealedAtOnce(settings.revealed_at_once ?? false),
    language: parseLanguage(settings.language ?? null),
    expiryAutomatic: automatic,
    projectedTexts: parseProjectedTexts(questions, settings.projected_texts),
    editHistory: parseFileEdits(questions, settings.edits, responses),
    questionSettings,
    texts: parseTexts(settings.texts ?? {}),
    groups,
    session: parseFileSession(questions, settings.session),
  }
}

function parseFileQuestionSettings(questions: readonly Question[], input: Json | undefined): QuestionSettings {
  const settings = parseQuestionSettings(input ?? [])
  checkQuestionSettings(settings, questions)
  return settings
}

function parseFileGroups(questions: readonly Question[], input: Json | undefined): readonly QuestionGroup[] {
  const groups = parseGroups(input ?? [])
  checkGroups(groups, questions)
  return groups
}

/** A survey created under looser limits can be restored. */
function parseStored(input: Json | undefined): Bounded<Question> {
  const questions = alreadyStored(parseQuestionList(input))
  checkRules(questions)
  return questions
}

function parseItem(input: Json, name: string): FileItem {
  if (!isObject(input)) throw invalidSurveyFile(`${name} must be an object`)
  const { id } = input
  const votes = numberIn(input.votes)
  if (typeof id !== 'string' || !isId(id)) throw invalidSurveyFile(`${name}: id must be a UUID`)
  if (votes === undefined || !Number.isInteger(votes) || votes < 0 || votes > MAX_RESTORED_VOTES)
    throw invalidSurveyFile(`${name}: votes must be a whole number of at most ${MAX_RESTORED_VOTES}`)
  const { text, state } = explained(name, () => ({
    text: parseItemText(input.text),
    state: parseItemState(input.state),
  }))
  return { id, text, votes, state }
}

function parseProjectedTexts(questions: readonly Question[], input: Json | undefined): ProjectedTextSelection {
  if (input === undefined) return NO_PROJECTED_TEXTS
  const { picks = [], words = [], hidden = [] } = isObject(input) ? input : {}
  const textIn = (index: Json | undefined): number => {
    if (typeof index === 'number' && questions[index]?.type === 'free_text') return index
    throw invalidSelection()
  }
  return {
    picks: membersOf(picks, MAX_PICKS).map(({ question, id }) => {
      if (typeof id !== 'string' || !isId(id)) throw invalidSelection()
      return { question: textIn(question), id }
    }),
    words: [...new Set(listOf(words, questions.length).map(textIn))],
    hidden: membersOf(hidden, MAX_HIDDEN_WORDS).map(({ question, word }) => {
      if (typeof word !== 'string' || word.length > 2 * WORD_LENGTH + 1) throw invalidSelection()
      return { question: textIn(question), word }
    }),
  }
}

function membersOf(input: Json, limit: number): JsonObject[] {
  return listOf(input, limit).map(one => {
    if (!isObject(one)) throw invalidSelection()
    return one
  })
}

function listOf(input: Json, limit: number): readonly Json[] {
  if (!isArray(input) || input.length > limit) throw invalidSelection()
  return input
}

function invalidSelection(): Refusal {
  return invalidSurveyFile('projected_texts must name texts, questions and words as an export does')
}

function parsePast(input: Json | undefined, name: string, now: number): number {
  const time = typeof input === 'string' ? parseTime(input) : undefined
  if (time === undefined) throw invalidSurveyFile(`${name} must be an RFC 3339 time`)
  if (time < EARLIEST_MS) throw invalidSurveyFile(`${name} is before the year 2000`)
  if (time > now) throw invalidSurveyFile(`${name} is later than the clock of this machine`)
  return time
}

/** Adds to a refusal where in the file the problem is. */
function explained<Result>(name: string, parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    throw error instanceof Refusal ? invalidSurveyFile(`${name}: ${error.message}`) : error
  }
}

/** What is wrong with an exported survey, and where. */
export function invalidSurveyFile(reason: string): Refusal {
  return new Refusal('invalid_survey_file', { reason })
}
