import { parseEmail } from '../accounts/email.ts'
import { parseEditHistory } from '../results/edit-history/stored-edits.ts'
import { type DraftText, readDraft } from '../surveys/draft.ts'
import { checkGroups } from '../surveys/groups/group-fit.ts'
import { parseGroups } from '../surveys/groups/question-group.ts'
import { type QuestionsText, readQuestions } from '../surveys/question.ts'
import { checkQuestionSettings, parseQuestionSettings } from '../surveys/question-settings.ts'
import { parseTexts } from '../surveys/survey-settings/survey-texts.ts'
import { parseTheme } from '../surveys/survey-settings/theme.ts'
import { isArray, readJson } from '../values/json.ts'
import { EARLIEST_MS, parseTime } from '../values/time.ts'
import { parseFileSession } from './file-session.ts'

type Value = string | number | null
/** @param other the value of another column of the row */
type Check = (text: string, other: (name: string) => Value | undefined) => boolean

const isEmail: Check = text => parseEmail(text) === text
const isTime: Check = text => (parseTime(text) ?? 0) >= EARLIEST_MS
const isQuestions: Check = text => readQuestions(text as QuestionsText).length > 0
const isTheme: Check = text => parseTheme(readJson(text)) !== undefined
const isDraft: Check = text => readDraft(text as DraftText) !== undefined
const isAnswers: Check = text => isArray(readJson(text))
const isEditHistory: Check = (text, other) => {
  const questions = readQuestions(String(other('questions')) as QuestionsText)
  return parseEditHistory(questions, readJson(text), Number(other('last_sequence'))).length > 0
}

const isSession: Check = text => parseFileSession([], readJson(text)) !== null

const isQuestionSettings: Check = (text, other) => {
  const settings = parseQuestionSettings(readJson(text))
  checkQuestionSettings(settings, readQuestions(String(other('questions')) as QuestionsText))
  return settings.length > 0
}

const isGroups: Check = (text, other) => {
  const groups = parseGroups(readJson(text))
  checkGroups(groups, readQuestions(String(other('questions')) as QuestionsText))
  return groups.length > 0
}

const isTexts: Check = text => Object.keys(parseTexts(readJson(text))).length > 0

/** Columns that the rest of the program reads without checking them again, and that no database checks. */
const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  account: { email: isEmail, created_at: isTime, palette: isTheme },
  survey: {
    created_at: isTime,
    questions: isQuestions,
    theme: isTheme,
    edit_history: isEditHistory,
    question_settings: isQuestionSettings,
    texts: isTexts,
    groups: isGroups,
    session_record: isSession,
  },
  response: { submitted_at: isTime, answers: isAnswers },
  template: {
    created_at: isTime,
    updated_at: isTime,
    questions: isQuestions,
    theme: isTheme,
    question_settings: isQuestionSettings,
    texts: isTexts,
    groups: isGroups,
  },
  draft: { updated_at: isTime, content: isDraft },
}

/**
 * The first column of a row from a file, or from a database that may be damaged, that has something that this program
 * would not have written.
 * @returns undefined if there is none
 */
export function findInvalidColumn(
  table: string,
  columns: readonly string[],
  row: readonly Value[],
): string | undefined {
  const checks = CHECKS[table]
  if (checks === undefined) return undefined
  const other = (name: string) => row[columns.indexOf(name)]
  return columns.find((name, at) => {
    const [check, value] = [checks[name], row[at]]
    return check !== undefined && value !== null && !(typeof value === 'string' && passes(() => check(value, other)))
  })
}

function passes(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
