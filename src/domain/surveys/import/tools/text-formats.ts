import { isKahootHeader } from './kahoot.ts'
import type { TextTool } from './tool-names.ts'

/** Columns that a survey of LimeSurvey in separated values has, among others. */
const LIMESURVEY = ['class', 'type/scale', 'name', 'relevance', 'text', 'help', 'language']
const PARTICIFY = ['format', 'body', 'options', 'correctOptions']
const AIKEN_OPTION = /^[ \t]*A[.)][ \t]+\S/m
const AIKEN_ANSWER = /^[ \t]*ANSWER:[ \t]*[A-Za-z][ \t]*$/m
/** Answers between braces. */
const GIFT = /(?:^|[^\\])\{\s*(?:[=~#]|(?:TRUE|FALSE|T|F)\s*[#}])/
const GIFT_TITLE = /^(?:::[^:\n]{1,300}::|\$CATEGORY:)/m

const XLSFORM = /^# survey$[\n\r]+(?=[^\n\r]*\btype\b)(?=[^\n\r]*\bname\b)(?=[^\n\r]*\blabel\b)/im
const CHOICES = /^# (?:choices|settings)$/im
/** Labels of polls and slides, in lists that are copied from pages. */
const SLIDO = /^(?:multiple choice|open text|rating|word cloud|ranking|quiz) poll[ \t]*$/im
const MENTIMETER = /^\d{1,3} {2,}(?:multiple choice|word cloud|open ended|scales|ranking|quiz: \w+(?: \w+)?) {2,}\S/im
/** Rows above the header of a template. */
const PREAMBLE = 12

/** The tool whose form a text has. */
export function textToolOf(text: string): TextTool | undefined {
  const [header = ''] = text.replace(/^\ufeff/, '').split(/[\n\r]/, 1)
  const names = header.split(/[\t,;]/).map(name => name.replaceAll('"', ''))
  if (LIMESURVEY.every(name => names.includes(name))) return 'limesurvey'
  if (PARTICIFY.every(name => names.includes(name))) return 'particify'
  if (XLSFORM.test(text) && CHOICES.test(text)) return 'xlsform'
  const rows = text.split(/\r\n|[\n\r]/, PREAMBLE).map(row => row.split('\t').map(cell => cell.replaceAll('"', '')))
  if (rows.some(isKahootHeader)) return 'kahoot'
  if (GIFT.test(text) || (GIFT_TITLE.test(text) && /\{\s*\}/.test(text))) return 'gift'
  if (AIKEN_OPTION.test(text) && AIKEN_ANSWER.test(text)) return 'aiken'
  if (SLIDO.test(text)) return 'slido'
  return MENTIMETER.test(text) ? 'mentimeter' : undefined
}
