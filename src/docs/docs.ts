import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lazy, lazyAsync } from '../domain/values/lazy.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { FramedPage } from '../html/frame.ts'
import { type EncodedText, sendEncoded } from '../transport/encodings.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { unlistedPageHeaders } from '../transport/security-headers.ts'
import type { DocsParts, Document } from './documents.ts'
import { BESIDE_PATHS, INDEX_PATH, PAGE_PATHS } from './page-paths.ts'
import { listPictures, pathOfPicture, readPicture } from './pictures.ts'

/** A document with its compressed versions. */
interface ReadyDocument extends EncodedText {
  readonly headers: Readonly<Record<string, string>>
}

/** Documents change only with a release. */
const CACHING = 'public, max-age=3600'
const PATHS = [
  ...PAGE_PATHS.flatMap(path => [path, `${path}.md`]),
  ...Object.values(BESIDE_PATHS).map(path => `${path}.json`),
  '/llms.txt',
  INDEX_PATH,
]

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * The documentation: a page for each guide, the reference generated from the description, and the changelog; each also
 * as Markdown. Everything is made on first use, because the description is complete only once all routes are
 * registered.
 */
export function docs(parts: DocsParts) {
  return async (app: FastifyInstance, describe: () => object): Promise<void> => {
    // The parser of Markdown would slow down every start.
    const load = lazyAsync(async () => {
      const { makeDocuments } = await import('./documents.ts')
      return makeDocuments(describe(), parts, app.siteLinks)
    })
    const ready = new Map<string, Promise<ReadyDocument>>()
    const find = async (path: string) => {
      const { documents } = await load()
      const found = ready.get(path) ?? compress(documents.get(path)?.())
      ready.set(path, found)
      return found
    }
    await handleOtherMethods(app, async routes => {
      for (const path of PATHS) routes.get(path, async (_, reply) => sendDocument(reply, await find(path)))
      for (const file of listPictures()) {
        const bytes = lazy(() => readPicture(file))
        const path = pathOfPicture(file)
        routes.get(path, async (_, reply) => reply.header('cache-control', CACHING).type('image/png').send(bytes()))
      }
    })
    const missing = async () => (await load()).missing
    await app.register(
      async scope => scope.setNotFoundHandler((request, reply) => sendMissing(request, reply, missing)),
      { prefix: '/docs' },
    )
  }
}

/** A page for browsers. @throws Refusal `not found` for programs */
async function sendMissing(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  page: () => Promise<FramedPage>,
): Promise<FastifyReply> {
  if (!/\btext\/html\b/.test(headers.accept ?? '')) throw new Refusal('not_found')
  const { text, policy } = await page()
  return reply.code(404).headers(unlistedPageHeaders(policy)).type('text/html; charset=utf-8').send(text)
}

/** Compresses off the event loop, at the highest level, because it is done only once. */
async function compress(document: Document | undefined): Promise<ReadyDocument> {
  if (document === undefined) throw new Error('a path of the documentation has no document')
  const text = Buffer.from(document.text)
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
  return {
    type: `${document.type}; charset=utf-8`,
    text,
    encodings: { br: await compressed.br(text), gzip: await compressed.gzip(text, { level: 9 }) },
    headers: { 'cache-control': CACHING, etag, ...document.headers },
  }
}

/** Sends a document, or 304 if the browser already has this version. */
function sendDocument(reply: FastifyReply, document: ReadyDocument): FastifyReply {
  reply.headers(document.headers)
  const isKnown = includesTag(reply.request.headers['if-none-match'], document.headers.etag)
  return isKnown ? reply.code(304).header('vary', 'Accept-Encoding').send() : sendEncoded(reply, document)
}

/**
 * Whether the header contains the document's tag, by the weak comparison of RFC 9110. Splits at commas and trims: a
 * regular expression with spaces on both sides backtracks over every run of them.
 */
export function includesTag(ifNoneMatch = '', etag = ''): boolean {
  const tags = ifNoneMatch.split(',').map(tag => strongForm(tag.trim()))
  return tags.includes('*') || tags.includes(strongForm(etag))
}

function strongForm(tag: string): string {
  return tag.replace(/^W\//, '')
}
