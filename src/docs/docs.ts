import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SiteLinks } from '../domain/site-links.ts'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import type { PathOf } from '../html/script-page.ts'
import { type EncodedText, sendEncoded } from '../transport/encodings.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import { pageSecurityHeaders } from '../transport/security-headers.ts'
import { readDescription } from './description.ts'
import { INDEX_PATH, pageFrame } from './layout.ts'
import { type Library, libraryText, makeLibrary, PAGE_PATHS } from './library.ts'
import { searchIndex } from './search-index.ts'

interface DocsParts {
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly pathOf: PathOf
}

/** What is found at a path. */
interface Document {
  readonly type: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A document with its compressed versions. */
interface ReadyDocument extends EncodedText {
  readonly headers: Readonly<Record<string, string>>
}

/** Documents change with a release only. */
const CACHING = 'public, max-age=3600'
const PATHS = [...PAGE_PATHS.flatMap(path => [path, `${path}.md`]), '/llms.txt', INDEX_PATH]

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * The documentation: a page for each guide, the reference made from the description, and the changes; each as Markdown too.
 * Everything is made on first use, since the description is complete only once all routes are registered.
 */
export function docs(parts: DocsParts) {
  return async (app: FastifyInstance, describe: () => object): Promise<void> => {
    let documents: ReadonlyMap<string, Document> | undefined
    const ready = new Map<string, Promise<ReadyDocument>>()
    const find = (path: string) => {
      documents ??= documentsOf(makeLibrary(readDescription(describe(), parts.baseUrl)), parts, app.siteLinks)
      const found = ready.get(path) ?? compress(documents.get(path))
      ready.set(path, found)
      return found
    }
    await answerOtherMethods(app, async routes => {
      for (const path of PATHS) routes.get(path, async (_, reply) => sendDocument(reply, await find(path)))
    })
  }
}

function documentsOf(library: Library, { baseUrl, pathOf }: DocsParts, links: SiteLinks): Map<string, Document> {
  const around = { library, baseUrl, script: pathOf('docs.js'), foot: footer(links, FOOTER_WORDS) }
  const pages = library.flatMap(({ pages }) => pages)
  return new Map<string, Document>([
    ...pages.flatMap(page => {
      const { text, policy } = pageFrame(page, around)
      return [
        [page.path, { type: 'text/html', text, headers: pageSecurityHeaders(policy) }],
        [`${page.path}.md`, { type: 'text/markdown', text: page.markdown }],
      ] as const
    }),
    ['/llms.txt', { type: 'text/plain', text: libraryText(library, baseUrl) }],
    [INDEX_PATH, { type: 'application/json', text: JSON.stringify(searchIndex(library)) }],
  ])
}

/** Compresses off the event loop, at the highest level, since it is done only once. */
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

/** Sends a document, or 304 if the browser has this version of it already, which saves sending it again. */
function sendDocument(reply: FastifyReply, document: ReadyDocument): FastifyReply {
  reply.headers(document.headers)
  const isKnown = includesTag(reply.request.headers['if-none-match'], document.headers.etag)
  return isKnown ? reply.code(304).header('vary', 'Accept-Encoding').send() : sendEncoded(reply, document)
}

/**
 * Whether the header names the document, by the weak comparison that RFC 9110 has for it. Splits at commas and trims: a regular
 * expression with spaces on both sides backtracks over every run of them.
 */
export function includesTag(ifNoneMatch = '', etag = ''): boolean {
  const tags = ifNoneMatch.split(',').map(tag => strongForm(tag.trim()))
  return tags.includes('*') || tags.includes(strongForm(etag))
}

function strongForm(tag: string): string {
  return tag.replace(/^W\//, '')
}
