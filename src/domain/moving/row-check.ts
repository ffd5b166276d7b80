import { parseEmail } from '../accounts/email.ts'
import { type DraftText, readDraft } from '../surveys/draft.ts'
import { type QuestionsText, readQuestions } from '../surveys/question.ts'
import { parseTheme } from '../surveys/theme.ts'
import { isArray, readJson } from '../values/json.ts'
import { EARLIEST_MS, parseTime } from '../values/time.ts'

type Check = (text: string) => boolean

const isEmail: Check = text => parseEmail(text) === text
const isTime: Check = text => (parseTime(text) ?? 0) >= EARLIEST_MS
const isQuestions: Check = text => readQuestions(text as QuestionsText).length > 0
const isTheme: Check = text => parseTheme(readJson(text)) !== undefined
const isDraft: Check = text => readDraft(text as DraftText) !== undefined
const isAnswers: Check = text => isArray(readJson(text))

/** Columns that the rest of the program reads without checking them again, and that no database checks. */
const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  account: { email: isEmail, created_at: isTime, palette: isTheme },
  survey: { created_at: isTime, questions: isQuestions, theme: isTheme },
  response: { submitted_at: isTime, answers: isAnswers },
  template: { created_at: isTime, updated_at: isTime, questions: isQuestions, theme: isTheme },
  draft: { updated_at: isTime, content: isDraft },
}

/**
 * The first column of a row from a file that has something that this program would not have written.
 * @returns undefined if there is none
 */
export function findInvalidColumn(
  table: string,
  columns: readonly string[],
  row: readonly (string | number | null)[],
): string | undefined {
  const checks = CHECKS[table]
  if (checks === undefined) return undefined
  return columns.find((name, at) => {
    const [check, value] = [checks[name], row[at]]
    return check !== undefined && value !== null && !(typeof value === 'string' && passes(check, value))
  })
}

function passes(check: Check, text: string): boolean {
  try {
    return check(text)
  } catch {
    return false
  }
}
