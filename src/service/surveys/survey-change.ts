import type { Count } from '../../domain/results/count.ts'
import { afterEdit } from '../../domain/results/edit-history/edit-history.ts'
import { parseShareRecord } from '../../domain/results/record/share-record.ts'
import { parseRevealed, parseSharingMode } from '../../domain/results/sharing.ts'
import { NO_SHOWN_COUNTS } from '../../domain/results/shown-counts.ts'
import { moveCounts } from '../../domain/results/tally.ts'
import { NO_PROJECTED_TEXTS } from '../../domain/results/texts/projected-texts.ts'
import { originsOf } from '../../domain/surveys/edit.ts'
import { checkGroups } from '../../domain/surveys/groups/group-fit.ts'
import { moveGroups } from '../../domain/surveys/groups/group-moves.ts'
import { parseGroups } from '../../domain/surveys/groups/question-group.ts'
import { parseLanguage } from '../../domain/surveys/languages/languages.ts'
import { checkReopening, parseArchived, parseExpiry, parseStatus } from '../../domain/surveys/lifecycle.ts'
import { checkPageSize } from '../../domain/surveys/page-size.ts'
import { editSentQuestions } from '../../domain/surveys/partly-indexed-edit.ts'
import { encodeQuestions, type Question, type QuestionsText, readQuestions } from '../../domain/surveys/question.ts'
import {
  checkQuestionSettings,
  moveQuestionSettings,
  parseQuestionSettings,
} from '../../domain/surveys/question-settings.ts'
import { checkOpening, openingChange, parseOpening } from '../../domain/surveys/survey-settings/opening.ts'
import { parsePaced } from '../../domain/surveys/survey-settings/paced.ts'
import {
  checkResponseLimit,
  parseResponseLimit,
  placesLeft,
} from '../../domain/surveys/survey-settings/response-limit.ts'
import { parseRevealedAtOnce } from '../../domain/surveys/survey-settings/revealed-at-once.ts'
import { parseSharedDevice } from '../../domain/surveys/survey-settings/shared-device.ts'
import { parseTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import { parseTheme } from '../../domain/surveys/survey-settings/theme.ts'
import { checkSurveyConditions } from '../../domain/surveys/survey-tag.ts'
import type { Conditions } from '../../domain/values/entity-tag.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { storedContentBytes } from '../../store/surveys/stored-content.ts'
import type { SurveyReads } from '../../store/surveys/survey-reads.ts'
import type { Survey, SurveyChange } from '../../store/surveys/surveys.ts'
import type { SurveyEditor } from '../access/principal.ts'
import type { SurveyField } from '../access/survey-fields.ts'
import { checkColours } from './free-plan.ts'

/** A PATCH, and the fields that its sender may change. */
export interface SurveyEdit {
  readonly editor: SurveyEditor
  readonly body: JsonObject
  readonly conditions: Conditions
  readonly sent: ReadonlySet<SurveyField>
  /** The reason why the account may store no more, if any. */
  readonly storageRefusal: Refusal | undefined
  readonly clock: () => number
}

/** Reopening a survey that has reached its limit removes the limit, unless another one is sent along. */
const NO_LIMIT: SurveyChange = { responseLimit: null }

/**
 * Everything that was sent is validated before anything is written. The conditions come first, since what is sent may be invalid only
 * because the survey has changed, and an invalid field takes precedence over a conflict.
 */
export async function decideChange(
  survey: Survey,
  reads: SurveyReads,
  { editor, body, conditions, sent, clock, storageRefusal }: SurveyEdit,
): Promise<SurveyChange> {
  const questionsIn = questionsOnce()
  checkSurveyConditions(survey, conditions)
  if (sent.size === 0) throw nothingToChange(editor.fields)
  const sentStatus = sent.has('status') ? parseStatus(body.status) : undefined
  const theme = sent.has('theme') ? parseTheme(body.theme) : undefined
  const edit = sent.has('questions') ? await editedQuestions(survey, reads, body.questions, questionsIn) : undefined
  const settings = sent.has('question_settings')
    ? questionSettings(body.question_settings, questionsIn(edit ?? survey))
    : undefined
  const groups = sent.has('groups') ? sentGroups(body.groups, questionsIn(edit ?? survey)) : undefined
  const archived = sent.has('archived') ? parseArchived(body.archived) : undefined
  const expiresAt = sent.has('expires_at') ? parseExpiry(body.expires_at) : undefined
  const opensAt = sent.has('opens_at') ? parseOpening(body.opens_at) : undefined
  const responseLimit = sent.has('response_limit') ? parseResponseLimit(body.response_limit) : undefined
  const sharedDevice = sent.has('shared_device') ? parseSharedDevice(body.shared_device) : undefined
  const shareRecord = sent.has('share_record') ? parseShareRecord(body.share_record) : undefined
  const paced = sent.has('paced') ? parsePaced(body.paced) : undefined
  const revealedAtOnce = sent.has('revealed_at_once') ? parseRevealedAtOnce(body.revealed_at_once) : undefined
  const language = sent.has('language') ? parseLanguage(body.language) : undefined
  const texts = sent.has('texts') ? parseTexts(body.texts) : undefined
  const sharing = sharingChange(survey, body, sent)
  const opening = openingChange({ status: sentStatus, opensAt }, clock())
  const { status } = opening
  const change = {
    ...opening,
    ...(theme !== undefined && { theme, ...(isOwnerInBrowser(editor) && { palette: theme }) }),
    ...edit,
    ...(archived !== undefined && { archived }),
    ...(expiresAt !== undefined && { expiresAt, expiryAutomatic: false }),
    ...(responseLimit !== undefined && { responseLimit }),
    ...(responseLimit === undefined && status === 'open' && placesLeft(survey) === 0 && NO_LIMIT),
    ...(sharedDevice !== undefined && { sharedDevice }),
    ...(shareRecord !== undefined && { shareRecord }),
    ...(paced !== undefined && { paced }),
    ...(revealedAtOnce !== undefined && { revealedAtOnce }),
    ...(language !== undefined && { language }),
    ...settings,
    ...(texts !== undefined && { texts }),
    ...groups,
    ...sharing,
  }
  checkEntitlement(editor, change)
  if (paced !== undefined) checkPace(survey, paced)
  if (opensAt !== undefined || expiresAt !== undefined) checkOpening({ ...survey, ...change })
  if (change.responseLimit !== undefined || paced === true) checkResponseLimit({ ...survey, ...change })
  if (edit !== undefined || settings !== undefined || groups !== undefined)
    checkPage({ ...survey, ...change }, survey, questionsIn)
  if (storageRefusal !== undefined && isLarger({ ...survey, ...change }, survey)) throw storageRefusal
  if (status === 'open') checkReopening({ ...survey, ...change }, clock())
  return change
}

type QuestionsIn = (survey: Pick<Survey, 'questions'>) => readonly Question[]

/** Reads each list once: the largest takes several milliseconds. */
function questionsOnce(): QuestionsIn {
  const lists = new Map<QuestionsText, readonly Question[]>()
  return ({ questions: text }) => {
    const questions = lists.get(text) ?? readQuestions(text)
    lists.set(text, questions)
    return questions
  }
}

function checkPage(after: Survey, before: Survey, questionsIn: QuestionsIn): void {
  const partsOf = (survey: Survey) => ({ ...survey, questions: questionsIn(survey) })
  checkPageSize(partsOf(after), partsOf(before))
}

/** A survey that grows needs room in its account's storage, like a new one. */
function isLarger(after: Survey, before: Survey): boolean {
  return storedContentBytes(after) > storedContentBytes(before)
}

/** What the owner chooses here becomes the default for the next survey. */
function isOwnerInBrowser(editor: SurveyEditor): boolean {
  return editor.kind === 'survey_admin' && editor.isOwner
}

/**
 * Changing the mode hides results, so that results revealed in an earlier mode do not become visible again by accident.
 */
function sharingChange(survey: Survey, body: JsonObject, sent: ReadonlySet<SurveyField>): SurveyChange {
  const shareResults = sent.has('share_results') ? parseSharingMode(body.share_results) : survey.shareResults
  const isSame = shareResults === survey.shareResults
  const revealed = sent.has('results_revealed') ? parseRevealed(body.results_revealed) : undefined
  return {
    ...(sent.has('share_results') && { shareResults, resultsRevealed: isSame && survey.resultsRevealed }),
    ...(revealed !== undefined && { resultsRevealed: revealed }),
  }
}

/** Expiry dates and custom colours are part of the subscription. @throws Refusal with code `entitlement_required` */
function checkEntitlement(editor: SurveyEditor, { expiresAt, theme }: SurveyChange): void {
  if (expiresAt !== undefined && !editor.isEntitled) throw new Refusal('deadline_needs_subscription')
  if (theme !== undefined) checkColours(theme, editor)
}

/** Responses of a paced survey answer one question each, the others all of them. */
function checkPace({ paced, responseCount }: Survey, next: boolean): void {
  if (next !== paced && responseCount > 0) throw new Refusal('pace_is_fixed')
}

function nothingToChange(fields: readonly SurveyField[]): Refusal {
  const reason = `nothing to change: send ${fields.slice(0, -1).join(', ')} or ${fields.at(-1)}`
  return new Refusal('nothing_to_change', { reason })
}

/** Settings replace those that there are, for the questions after an edit that is sent along. */
function questionSettings(input: Json | undefined, questions: readonly Question[]): SurveyChange {
  const settings = parseQuestionSettings(input)
  checkQuestionSettings(settings, questions)
  return { questionSettings: settings }
}

/** Groups replace those that there are, for the questions after an edit that is sent along. */
function sentGroups(input: Json | undefined, questions: readonly Question[]): SurveyChange {
  const groups = parseGroups(input)
  checkGroups(groups, questions)
  return { groups, dissolvedGroups: 0 }
}

/** The new list, with all of the survey's counts if any of them has to follow its option. */
async function editedQuestions(survey: Survey, reads: SurveyReads, input: Json | undefined, questionsIn: QuestionsIn) {
  const before = questionsIn(survey)
  const answered = survey.responseCount > 0 ? before.keys() : await reads.boardsWithItems()
  const after = editSentQuestions(before, input ?? null, new Set(answered))
  const questions = encodeQuestions(after)
  const origins = originsOf(before, input ?? null)
  const groups = moveGroups(survey.groups, before, after, origins)
  const beside = {
    questionSettings: moveQuestionSettings(survey.questionSettings, before, after, origins),
    groups,
    dissolvedGroups: survey.dissolvedGroups + survey.groups.length - groups.length,
  }
  const editHistory = afterEdit(survey.editHistory, before, after, survey)
  // Without responses, questions can move and change type, so texts chosen for projection could point to the wrong
  // question.
  if (survey.responseCount === 0)
    return {
      questions,
      ...beside,
      editHistory,
      projectedTexts: NO_PROJECTED_TEXTS,
      shownCounts: NO_SHOWN_COUNTS,
    }
  const counts = await reads.counts()
  const shown = await reads.shownCounts()
  const moved = moveCounts(before, after, counts)
  const movedShown = moveCounts(before, after, shown.counts)
  return {
    questions,
    ...beside,
    editHistory,
    ...(!haveSameSlots(moved, counts) && { counts: moved }),
    ...(!haveSameSlots(movedShown, shown.counts) && { shownCounts: { ...shown, counts: movedShown } }),
  }
}

function haveSameSlots(moved: readonly Count[], counts: readonly Count[]): boolean {
  return moved.every(({ slot }, at) => slot === counts[at]?.slot)
}
