import { linesOfHtml, readSurvey, textOfBytes } from './survey-input.ts'
import type { ReaderReply, ReaderRequest } from './survey-reader.ts'

addEventListener('message', ({ data }: MessageEvent<ReaderRequest>) => {
  void answer(data).then(reply => postMessage(reply))
})

async function answer(request: ReaderRequest): Promise<ReaderReply> {
  if (request.kind === 'html') return { kind: 'text', text: linesOfHtml(request.html) }
  if (request.kind === 'file') {
    const text = await textOfBytes(request.bytes)
    return text === undefined ? { kind: 'problem', problem: 'not text' } : { kind: 'text', text }
  }
  const { places, findings, ...data } = await readSurvey(request.text, request.decisions)
  return { kind: 'reading', places, findings, json: JSON.stringify(data) }
}
