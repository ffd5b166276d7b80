import { editQuestions } from '../domain/edit.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import { checkReopening, parseArchived, parseExpiry, parseStatus } from '../domain/lifecycle.ts'
import { NO_PROJECTED_TEXTS } from '../domain/projected-texts.ts'
import { encodeQuestions, readQuestions } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { parseRevealed, parseSharingMode } from '../domain/sharing.ts'
import { moveCounts } from '../domain/tally.ts'
import { parseTheme } from '../domain/theme.ts'
import type { Survey, SurveyChange, SurveyReads } from '../store/surveys.ts'
import type { SurveyField } from './authentication.ts'
import { checkColours } from './free-plan.ts'
import type { SurveyEditor } from './principal.ts'

/** A PATCH, and the fields in it that its sender may change. */
export interface SurveyEdit {
  readonly editor: SurveyEditor
  readonly body: JsonObject
  readonly sent: ReadonlySet<SurveyField>
  /** Why the account may store no more, if so. */
  readonly storageRefusal: Refusal | undefined
  readonly clock: () => number
}

/** Everything that was sent is validated before anything is written, and 400 goes before 409. */
export async function decideChange(
  survey: Survey,
  reads: SurveyReads,
  { editor, body, sent, clock, storageRefusal }: SurveyEdit,
): Promise<SurveyChange> {
  if (sent.size === 0) throw nothingToChange(editor.fields)
  const status = sent.has('status') ? parseStatus(body.status) : undefined
  const theme = sent.has('theme') ? parseTheme(body.theme) : undefined
  const edit = sent.has('questions') ? await editedQuestions(survey, reads, body.questions) : undefined
  const archived = sent.has('archived') ? parseArchived(body.archived) : undefined
  const expiresAt = sent.has('expires_at') ? parseExpiry(body.expires_at) : undefined
  const sharing = sharingChange(survey, body, sent)
  const change = {
    ...(status !== undefined && { status }),
    ...(theme !== undefined && { theme, ...(isOwnerInBrowser(editor) && { palette: theme }) }),
    ...edit,
    ...(archived !== undefined && { archived }),
    ...(expiresAt !== undefined && { expiresAt, expiryAutomatic: false }),
    ...sharing,
  }
  checkEntitlement(editor, change)
  if (storageRefusal !== undefined && isLonger(change, survey)) throw storageRefusal
  if (status === 'open') checkReopening({ ...survey, ...change }, clock())
  return change
}

/** A survey that grows needs room in its account's storage, as a new one does. */
function isLonger({ questions }: SurveyChange, before: Survey): boolean {
  return questions !== undefined && Buffer.byteLength(questions) > Buffer.byteLength(before.questions)
}

/** What the owner chooses here is remembered for the next survey. */
function isOwnerInBrowser(editor: SurveyEditor): boolean {
  return editor.kind === 'survey_admin' && editor.isOwner
}

/** A change of mode hides results, so that results revealed in an earlier mode do not become visible again by accident. */
function sharingChange(survey: Survey, body: JsonObject, sent: ReadonlySet<SurveyField>): SurveyChange {
  const shareResults = sent.has('share_results') ? parseSharingMode(body.share_results) : survey.shareResults
  const isSame = shareResults === survey.shareResults
  const revealed = sent.has('results_revealed') ? parseRevealed(body.results_revealed) : undefined
  return {
    ...(sent.has('share_results') && { shareResults, resultsRevealed: isSame && survey.resultsRevealed }),
    ...(revealed !== undefined && { resultsRevealed: revealed }),
  }
}

/** An expiry and custom colours are part of the subscription. @throws Refusal with code `entitlement_required` */
function checkEntitlement(editor: SurveyEditor, { expiresAt, theme }: SurveyChange): void {
  if (expiresAt !== undefined && !editor.isEntitled) throw new Refusal('deadline_needs_subscription')
  if (theme !== undefined) checkColours(theme, editor)
}

function nothingToChange(fields: readonly SurveyField[]): Refusal {
  const reason = `nothing to change: send ${fields.slice(0, -1).join(', ')} or ${fields.at(-1)}`
  return new Refusal('nothing_to_change', { reason })
}

/** The new list, with all counts of the survey if one of them has to follow its option. */
async function editedQuestions(survey: Survey, reads: SurveyReads, input: Json | undefined): Promise<SurveyChange> {
  const before = readQuestions(survey.questions)
  const answered = survey.responseCount > 0 ? before.keys() : await reads.boardsWithItems()
  const after = editQuestions(before, input ?? null, new Set(answered))
  const counts = await reads.counts()
  const moved = moveCounts(before, after, counts)
  const anyMoved = moved.some(({ slot }, at) => slot !== counts[at]?.slot)
  return {
    questions: encodeQuestions(after),
    ...(anyMoved && { counts: moved }),
    // Without responses, questions can move and change their type, and what was chosen to be projected names them by index.
    ...(survey.responseCount === 0 && { projectedTexts: NO_PROJECTED_TEXTS }),
  }
}
