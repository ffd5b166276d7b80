import type { SurveyEvent } from './types.ts'

/** The events that programs are given. Others, such as heartbeats, say nothing about the survey. */
const TYPES: readonly string[] = ['results', 'board', 'survey'] satisfies SurveyEvent['type'][]

/** Parses server-sent events as the service writes them. @throws SyntaxError if their data is not JSON */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SurveyEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map(line => [line.split(':', 1)[0], line.replace(/^\w*: ?/, '')]))
      const type = fields.get('event') ?? ''
      if (TYPES.includes(type)) yield { type, ...JSON.parse(fields.get('data') ?? '') }
    }
  }
}
