import type { FastifyReply } from 'fastify'

/** In order of preference. */
const ENCODINGS = ['br', 'gzip'] as const

/** A text with its compressed versions by content encoding. */
export interface EncodedText {
  /** A media type. */
  readonly type: string
  readonly text: Buffer
  readonly encodings: Readonly<Record<(typeof ENCODINGS)[number], Buffer>>
}

/** Sends the version that the client prefers. */
export function sendEncoded(reply: FastifyReply, { type, text, encodings }: EncodedText): FastifyReply {
  reply.header('vary', 'Accept-Encoding').type(type)
  const accepted = reply.request.headers['accept-encoding'] ?? ''
  const encoding = ENCODINGS.find(name => new RegExp(`\\b${name}\\b(?!;q=0(?:$|,|\\.0))`).test(accepted))
  return encoding === undefined
    ? reply.send(text)
    : reply.header('content-encoding', encoding).send(encodings[encoding])
}
