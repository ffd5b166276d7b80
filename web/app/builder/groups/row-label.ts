import { questionLabel } from '../../../ui/questions/question-label.ts'
import type { Row } from './rows.ts'

/** What a row is called: a title, a heading, or the text of a question, as it is typed. */
export function titleOf(row: Row): string {
  if (row.type !== 'entry') return row.section.title ?? ''
  return row.group?.title ?? String(row.questions[0]?.text ?? '')
}

/** A row by the start of its title, in quotation marks. */
export function rowLabel(row: Row): string {
  return questionLabel({ text: titleOf(row) })
}
