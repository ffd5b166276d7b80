import type { FastifyReply } from 'fastify'

/** In order of preference. */
const ENCODINGS = ['br', 'gzip'] as const
const ZERO_WEIGHT = /^q=0(?:\.0*)?$/

type Encoding = (typeof ENCODINGS)[number]

/** A text with its compressed versions by content encoding. */
export interface EncodedText {
  /** A media type. */
  readonly type: string
  readonly text: Buffer
  readonly encodings: Readonly<Record<Encoding, Buffer>>
}

/** Sends the version that the client prefers. */
export function sendEncoded(reply: FastifyReply, { type, text, encodings }: EncodedText): FastifyReply {
  reply.header('vary', 'Accept-Encoding').type(type)
  const header = reply.request.headers['accept-encoding']
  const encoding = ENCODINGS.find(name => accepts(header, name))
  return encoding === undefined
    ? reply.send(text)
    : reply.header('content-encoding', encoding).send(encodings[encoding])
}

/** Whether a client names an encoding with a weight above zero. @param header its `Accept-Encoding` */
export function accepts(header: string | undefined, encoding: Encoding): boolean {
  return (header?.split(',') ?? []).some(item => {
    const [name = '', ...parameters] = item.toLowerCase().split(';')
    return name.trim() === encoding && !parameters.some(parameter => ZERO_WEIGHT.test(parameter.trim()))
  })
}
