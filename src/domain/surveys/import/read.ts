import { type Place, PlacedError } from '../../values/place.ts'
import { Refusal } from '../../values/refusal.ts'
import { NO_GROUPS } from '../groups/question-group.ts'
import { MAX_IMPORT_BYTES } from '../limits.ts'
import { NO_TEXTS } from '../survey-settings/survey-texts.ts'
import { readData } from './data-reader.ts'
import type { DataSource } from './data-source.ts'
import { type Decisions, type Finding, shortened } from './finding.ts'
import { FINDING_TEXTS as texts } from './finding-texts.ts'
import { type DataFormat, type Fenced, fencedData, formatOf, namedFormat, type ReadFormat } from './format.ts'
import { htmlLines } from './html-lines.ts'
import { isLatex, latexLines } from './latex-lines.ts'
import type { Reading } from './survey-assembly.ts'
import { readText } from './text/read-text.ts'
import { countLines, splitLines } from './text/source-line.ts'
import type { ToolName } from './tools/tool-names.ts'

/** What a reader knows beside the text. */
export interface Hint {
  /** Instead of what the first lines say. */
  readonly format?: ReadFormat
  readonly decisions?: Decisions
  /** Parses data. The libraries are the caller's, since they differ in when they are loaded. @throws PlacedError */
  readonly parse?: (text: string, format: DataFormat, tool?: ToolName) => DataSource
}

/** Lines among which data between fences is looked for. */
const FENCE_LINES = 25_000

/** Reads a survey in any form that people have. It never throws. */
export function read(text: string, hint: Hint = {}): Reading {
  if (text.length > MAX_IMPORT_BYTES) return unread(text, texts.tooLong())
  const { format, tool } = namedFormat(text, hint.format)
  const decisions = hint.decisions ?? new Map()
  if (format === 'html') return readHtml(text, decisions)
  if (format !== 'text') return readParsed(text, format, hint, tool)
  const lines = /```|~~~/.test(text) ? splitLines(text, FENCE_LINES) : []
  const fenced = fencedData(lines)
  if (fenced !== undefined) return readFenced(lines, fenced, hint)
  return readText(isLatex(text) ? latexLines(text) : text, decisions)
}

function readParsed(
  text: string,
  format: DataFormat,
  { parse, decisions = new Map() }: Hint,
  tool?: ToolName,
): Reading {
  const name = format === 'tool' ? 'a file of another tool' : format.toUpperCase()
  if (parse === undefined) return unread(text, texts.noParser(name))
  try {
    const source = parse(text, format, tool)
    return format === 'xml' && source.foreign === undefined ? unread(text, texts.xml()) : readData(source, decisions)
  } catch (error) {
    if (error instanceof PlacedError) return unread(text, texts.notRead(name, error.message), error.place)
    // Too deep, or too many members.
    if (error instanceof Refusal || error instanceof RangeError)
      return unread(text, texts.notRead(name, 'it is too large or nested too deeply'))
    throw error
  }
}

function readFenced(lines: readonly string[], { body, from, to }: Fenced, hint: Hint): Reading {
  const format = formatOf(body)
  const reading =
    format === 'json' || format === 'yaml' ? readParsed(body, format, hint) : unread(body, texts.noSurvey())
  const down = ({ line, column }: Place) => ({ line: line + from - 1, column })
  const around = lines.flatMap((line, at): Finding[] => {
    const isInside = at + 2 >= from && at < to + 1
    if (isInside || !/[\p{L}\p{N}]/u.test(line)) return []
    const place = { line: at + 1, column: line.length - line.trimStart().length + 1 }
    return [
      {
        place,
        lastLine: at + 1,
        read: shortened(line.trim()),
        outcome: 'left_out',
        message: texts.around(),
        decisions: [],
      },
    ]
  })
  const inside = reading.findings.map(one => ({ ...one, place: down(one.place), lastLine: one.lastLine + from - 1 }))
  const findings = [...around, ...inside].toSorted((one, other) => one.place.line - other.place.line)
  return { ...reading, places: reading.places.map(down), findings }
}

function readHtml(html: string, decisions: Decisions): Reading {
  const { text, places, left } = htmlLines(html)
  const placeOf = ({ line }: Place): Place => places[line - 1] ?? { line, column: 1 }
  const reading = readText(text, decisions)
  const findings = reading.findings.map(one => ({
    ...one,
    place: placeOf(one.place),
    lastLine: placeOf({ line: one.lastLine, column: 1 }).line,
  }))
  const pictures = left.map(({ place, read, kind }): Finding => {
    return {
      place,
      lastLine: place.line,
      read: shortened(read),
      outcome: 'left_out',
      message: texts[kind](),
      decisions: [],
    }
  })
  const all = [...findings, ...pictures].toSorted((one, other) => one.place.line - other.place.line)
  const isEmpty = reading.questions.length + all.length === 0 && reading.title === undefined
  // Such as a page in a comment.
  if (isEmpty && /[\p{L}\p{N}]/u.test(html)) return unread(html, texts.unseen())
  return { ...reading, places: reading.places.map(placeOf), findings: all }
}

/** Nothing, and why. */
function unread(text: string, message: string, place: Place = { line: 1, column: 1 }): Reading {
  const [line = ''] = splitLines(text, place.line).slice(-1)
  const read = shortened(line.trim())
  const finding = { place, lastLine: countLines(text), read, outcome: 'left_out', message, decisions: [] } as const
  const nothing = { title: undefined, questions: [], places: [], questionSettings: [], groups: NO_GROUPS }
  return { ...nothing, texts: NO_TEXTS, settings: {}, findings: [finding] }
}
