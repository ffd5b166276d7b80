import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends JSON text, either at once or as fast as it is read.
 * @throws any error before the first text is available, so that it can still be sent as an error response
 */
export async function sendText(reply: FastifyReply, json: Buffer | AsyncIterable<string>): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8')
  if (Buffer.isBuffer(json)) return reply.send(json)
  if (reply.request.method === 'HEAD') return reply.header('transfer-encoding', 'chunked').send(Readable.from([]))
  const texts = json[Symbol.asyncIterator]()
  return reply.send(Readable.from(continued(await texts.next(), texts)))
}

/** A sequence whose first part has already been read. */
async function* continued(first: IteratorResult<string>, texts: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let next = first; next.done !== true; next = await texts.next()) yield next.value
  } finally {
    await texts.return?.()
  }
}
