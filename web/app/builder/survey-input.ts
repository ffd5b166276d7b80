import type { Decisions } from '../../../src/domain/surveys/import/finding.ts'
import { formatOf } from '../../../src/domain/surveys/import/format.ts'
import { htmlLines } from '../../../src/domain/surveys/import/html-lines.ts'
import { readInSteps } from '../../../src/domain/surveys/import/read.ts'
import type { Reading } from '../../../src/domain/surveys/import/survey-assembly.ts'
import { MAX_IMPORT_BYTES } from '../../../src/domain/surveys/limits.ts'

/** The longest time that the page may be blocked, in milliseconds. */
const SLICE_MS = 12
/** Elements for which the HTML of a copied page is read: its plain text has lost them. */
const STRUCTURE = /<(?:li|h[1-6]|td|th|input|option|b|strong)\b|mso-list/i
const ZIP: readonly number[] = [0x50, 0x4b, 3, 4]
const NOT_TEXT: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Reads a pasted text in slices, between which the page stays responsive. Undefined if it was stopped. */
export async function readInSlices(
  text: string,
  decisions: Decisions,
  signal: AbortSignal,
): Promise<Reading | undefined> {
  const parse = needsParser(text) ? await loadParser() : undefined
  const steps = readInSteps(text, { decisions, ...(parse !== undefined && { parse }) })
  for (let end = performance.now() + SLICE_MS; !signal.aborted; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() < end) continue
    await new Promise(resolve => setTimeout(resolve))
    end = performance.now() + SLICE_MS
  }
  return undefined
}

function needsParser(text: string): boolean {
  return !['text', 'html'].includes(formatOf(text)) || /```|~~~/.test(text)
}

/** Loaded when data is pasted for the first time. Without a network, the reader reports that it cannot read data. */
async function loadParser() {
  try {
    return (await import('../../../src/survey-source/survey-data.ts')).parseSurveyData
  } catch {
    return undefined
  }
}

/** The lines of copied HTML, if it has more structure than the plain text. */
export function linesOfHtml(html: string): string | undefined {
  if (!STRUCTURE.test(html) || html.length > MAX_IMPORT_BYTES) return undefined
  const steps = htmlLines(html)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value.text === '' ? undefined : value.text
  }
}

/** The sheets of a workbook or the paragraphs of a document as a text. */
async function officeTextOf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return (await import('../../../src/survey-source/survey-data.ts')).officeText(bytes)
  } catch {
    // Without a network.
    return undefined
  }
}

/** Why a file is not read. */
export type FileProblem = 'too large' | 'not text'

/** The text of a file, a workbook or a document, which stay in the browser. */
export async function textOfFile(file: File): Promise<string | FileProblem> {
  if (file.size > MAX_IMPORT_BYTES) return 'too large'
  const bytes = new Uint8Array(await file.arrayBuffer())
  const beginsWith = (mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)
  if (beginsWith(ZIP)) return (await officeTextOf(bytes)) ?? 'not text'
  if (NOT_TEXT.some(beginsWith)) return 'not text'
  return decoded(bytes)
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
