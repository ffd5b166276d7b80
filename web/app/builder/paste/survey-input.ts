import type { Decisions } from '../../../../src/domain/surveys/import/finding.ts'
import { formatOf } from '../../../../src/domain/surveys/import/format.ts'
import { htmlLines } from '../../../../src/domain/surveys/import/html-lines.ts'
import { read } from '../../../../src/domain/surveys/import/read.ts'
import type { Reading } from '../../../../src/domain/surveys/import/survey-assembly.ts'
import type { Place } from '../../../../src/domain/values/place.ts'

const ZIP: readonly number[] = [0x50, 0x4b, 3, 4]
const NOT_TEXT: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Reads a survey in any form. Runs in the worker, where it may take long. */
export async function readSurvey(text: string, decisions: Decisions): Promise<Reading> {
  const parse = needsParser(text) ? await loadParser() : undefined
  return read(text, { decisions, ...(parse !== undefined && { parse }) })
}

function needsParser(text: string): boolean {
  return !['text', 'html'].includes(formatOf(text)) || /```|~~~/.test(text)
}

/** Loaded when data is read for the first time. Without a network, the reader reports that it cannot read data. */
async function loadParser() {
  try {
    return (await import('../../../../src/survey-source/survey-data.ts')).parseSurveyData
  } catch {
    return undefined
  }
}

/** The lines of copied HTML, with a comment for each element that has no place among them. */
export function linesOfHtml(html: string): string {
  const { text, places, left } = htmlLines(html)
  const lines: string[] = []
  let next = 0
  const addLeft = (place?: Place) => {
    for (let one = left[next]; one !== undefined && isBefore(one.place, place); one = left[++next])
      lines.push(`<!-- ${one.kind === 'picture' ? 'picture: ' : ''}${one.read.replace(/-{2,}|\s+/g, ' ')} -->`)
  }
  for (const [at, line] of text.split('\n').entries()) {
    addLeft(places[at])
    lines.push(line)
  }
  addLeft()
  return lines.join('\n')
}

function isBefore(one: Place, other: Place | undefined): boolean {
  return other === undefined || one.line < other.line || (one.line === other.line && one.column < other.column)
}

/** The sheets of a workbook or the paragraphs of a document as a text. */
async function officeTextOf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return (await import('../../../../src/survey-source/survey-data.ts')).officeText(bytes)
  } catch {
    // Without a network.
    return undefined
  }
}

/** The text of a file, a workbook or a document. Undefined if it is none of them. */
export async function textOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const beginsWith = (mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)
  if (beginsWith(ZIP)) return officeTextOf(bytes)
  return NOT_TEXT.some(beginsWith) ? undefined : decoded(bytes)
}

function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What old programs for Windows write.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
