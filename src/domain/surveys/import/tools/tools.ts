import { isArray, isObject, type Json, type JsonObject } from '../../../values/json.ts'
import type { DataSource } from '../data-source.ts'
import type { ForeignSurvey, Path } from '../foreign/foreign-survey.ts'
import { valueAt } from '../foreign/json-fields.ts'
import { separatedRows, separatorOf } from '../tables/separated-rows.ts'
import { readAiken } from './aiken.ts'
import { isArsnova, readArsnova } from './arsnova.ts'
import { isFormbricks, readFormbricks } from './formbricks.ts'
import { readGift } from './gift.ts'
import { isGoogleForm, readGoogleForm } from './google-forms.ts'
import { readKahoot } from './kahoot.ts'
import { readLimeSurvey } from './limesurvey/limesurvey.ts'
import { limeSurveyOfRows } from './limesurvey/limesurvey-rows.ts'
import { isLimeSurveyTables, limeSurveyOfTables } from './limesurvey/limesurvey-tables.ts'
import { readMentimeter, readSlido } from './live-polls.ts'
import { isMoodle, readMoodle } from './moodle.ts'
import { isNextcloudForm, readNextcloudForm } from './nextcloud-forms.ts'
import { isOpnForm, readOpnForm } from './opnform.ts'
import { isParticifyRoom, readParticifyRoom, readParticifyRows } from './particify.ts'
import { isQualtrics, readQualtrics } from './qualtrics.ts'
import { sheetsIn } from './sheets.ts'
import { isSurveyJs, readSurveyJs } from './surveyjs.ts'
import { isSurveyMonkey, readSurveyMonkey } from './surveymonkey.ts'
import { textToolOf } from './text-formats.ts'
import { isTextTool, type TextTool, type ToolName } from './tool-names.ts'
import { isTypeform, readTypeform } from './typeform.ts'
import { readXlsForm } from './xlsform.ts'

/** A tool whose files are read. */
interface Tool {
  readonly name: ToolName
  readonly isOf: (value: JsonObject) => boolean
  readonly read: (value: JsonObject) => ForeignSurvey
}

const TOOLS: readonly Tool[] = [
  { name: 'google-forms', isOf: isGoogleForm, read: readGoogleForm },
  { name: 'typeform', isOf: isTypeform, read: readTypeform },
  { name: 'formbricks', isOf: isFormbricks, read: readFormbricks },
  { name: 'nextcloud-forms', isOf: isNextcloudForm, read: readNextcloudForm },
  { name: 'qualtrics', isOf: isQualtrics, read: readQualtrics },
  { name: 'surveymonkey', isOf: isSurveyMonkey, read: readSurveyMonkey },
  { name: 'opnform', isOf: isOpnForm, read: readOpnForm },
  { name: 'arsnova', isOf: isArsnova, read: readArsnova },
  { name: 'particify', isOf: isParticifyRoom, read: readParticifyRoom },
  { name: 'surveyjs', isOf: isSurveyJs, read: readSurveyJs },
]
const XML_TOOLS: readonly Tool[] = [
  { name: 'limesurvey', isOf: isLimeSurveyTables, read: value => readLimeSurvey(limeSurveyOfTables(value)) },
  { name: 'moodle', isOf: isMoodle, read: readMoodle },
]
/** Where a survey can be in an answer of a tool's API, or in a file with several. */
const BASES: readonly Path[] = [[], ['data'], ['ocs', 'data'], [0]]

/** The survey in data of another tool. @param name of the tool, if it is known @returns undefined if it is of none of them */
export function foreignSurveyIn(value: Json, name?: ToolName): ForeignSurvey | undefined {
  const tools = TOOLS.filter(one => name === undefined || one.name === name)
  const read = (base: Path, inner: JsonObject, tool: Tool) =>
    below(base, tool.read(inner), isArray(value) ? value.length : 1)
  for (const base of BASES) {
    const inner = valueAt(value, base)
    const tool = isObject(inner) ? tools.find(one => one.isOf(inner)) : undefined
    if (tool !== undefined && isObject(inner)) return read(base, inner, tool)
  }
  const [only] = name === undefined ? [] : tools
  return only !== undefined && isObject(value) ? read([], value, only) : undefined
}

/** The survey in XML of another tool. @param name of the tool, if it is known @returns undefined if it is of none of them */
export function foreignSurveyInXml(value: Json, name?: ToolName): ForeignSurvey | undefined {
  const tools = XML_TOOLS.filter(one => name === undefined || one.name === name)
  return isObject(value) ? tools.find(one => one.isOf(value))?.read(value) : undefined
}

const TEXT_TOOLS: Readonly<Record<TextTool, (text: string) => DataSource>> = {
  limesurvey: text => sourceOfLines(text, readLimeSurvey(limeSurveyOfRows(text))),
  particify: text => sourceOfRecords(text, readParticifyRows(text)),
  xlsform: text => sourceOfSheets(text, readXlsForm(text)),
  kahoot: text => sourceOfRows(text, readKahoot(text)),
  gift: text => sourceOfLines(text, readGift(text)),
  aiken: text => sourceOfLines(text, readAiken(text)),
  slido: text => sourceOfLines(text, readSlido(text)),
  mentimeter: text => sourceOfLines(text, readMentimeter(text)),
}

/** The survey in a text that has the form of a tool. @param name of the tool, if it is known @returns undefined if it has that of none */
export function foreignSurveyInText(text: string, name?: ToolName): DataSource | undefined {
  const tool = name !== undefined && isTextTool(name) ? name : textToolOf(text)
  return tool === undefined ? undefined : TEXT_TOOLS[tool](text)
}

/** Paths are numbers of lines. */
function sourceOfLines(text: string, foreign: ForeignSurvey): DataSource {
  const lines = text.split(/\r\n|[\n\r]/)
  const value = Object.fromEntries(lines.map((line, at) => [at + 1, line]))
  return { value, positionOf: ([line]) => ({ line: Number(line ?? 1), column: 1 }), foreign }
}

/** Paths are numbers of records, of which the first is below the header. */
function sourceOfRecords(text: string, foreign: ForeignSurvey): DataSource {
  const rows = separatedRows(text, separatorOf(text))
  const value = rows.map(({ cells }) => cells)
  return { value, positionOf: ([record]) => ({ line: rows[Number(record ?? 0)]?.line ?? 1, column: 1 }), foreign }
}

/** Paths are the name of a sheet and the number of a row. */
function sourceOfSheets(text: string, foreign: ForeignSurvey): DataSource {
  const sheets = new Map(sheetsIn(text).map(({ name, rows }) => [name.toLowerCase(), rows]))
  const value = Object.fromEntries(
    [...sheets].map(([name, rows]) => [name, Object.fromEntries(rows.map(({ cells, number }) => [number, cells]))]),
  )
  const lineOf = ([sheet = '', row = 1]: Path) => sheets.get(String(sheet))?.[Number(row) - 1]?.line ?? 1
  return { value, positionOf: path => ({ line: lineOf(path), column: 1 }), foreign }
}

/** Paths are numbers of rows of the only sheet. */
function sourceOfRows(text: string, foreign: ForeignSurvey): DataSource {
  const rows = sheetsIn(text)[0]?.rows ?? []
  const value = Object.fromEntries(rows.map(({ cells, number }) => [number, cells]))
  return { value, positionOf: ([row]) => ({ line: rows[Number(row ?? 1) - 1]?.line ?? 1, column: 1 }), foreign }
}

/** @param surveys in the file, of which the first was read */
function below(base: Path, survey: ForeignSurvey, surveys: number): ForeignSurvey {
  const moved = <Part extends { readonly path: Path }>(part: Part) => ({ ...part, path: [...base, ...part.path] })
  const others = Array.from({ length: surveys - 1 }, (_, at) => {
    return { path: [at + 1], subject: 'other', fate: 'left_out' } as const
  })
  return { ...survey, items: survey.items.map(moved), notes: [...survey.notes.map(moved), ...others] }
}
