import type { Decisions } from '../../../../src/domain/surveys/import/finding.ts'
import { linesOfHtml, readSurvey, textOfBytes } from './survey-input.ts'
import type { ReaderReply, ReaderRequest } from './survey-reader.ts'

/** Characters of a file that are shown in the field. More would block the page, so a longer text does not leave the worker. */
const LONGEST_SHOWN = 100_000

addEventListener('message', ({ data }: MessageEvent<ReaderRequest>) => {
  void answer(data).then(reply => postMessage(reply))
})

async function answer(request: ReaderRequest): Promise<ReaderReply> {
  if (request.kind === 'html') return { kind: 'text', text: linesOfHtml(request.html) }
  if (request.kind === 'survey') return readingOf(request.text, request.decisions)
  const text = await textOfBytes(request.bytes)
  if (text === undefined) return { kind: 'problem', problem: 'not text' }
  return text.length > LONGEST_SHOWN ? readingOf(text, request.decisions) : { kind: 'text', text }
}

async function readingOf(text: string, decisions: Decisions): Promise<ReaderReply> {
  const { places, findings, ...data } = await readSurvey(text, decisions)
  return { kind: 'reading', places, findings, json: JSON.stringify(data), characters: text.length }
}
