import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Theme } from '../domain/theme.ts'
import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { pageSecurityHeaders } from '../transport/security-headers.ts'
import { type Language, languageOf } from './language.ts'
import { type CachedPage, takesGzip } from './page-cache.ts'
import type { Words } from './words.ts'
import { wordsIn } from './words-by-language.ts'

/** Language and texts of the page that a reader gets. */
export interface Reader {
  readonly language: Language
  readonly words: Words
}

/** What all pages need to know about the service. */
export interface Site {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Path of the browser script; undefined if it has not been built. Pages work without it. */
  readonly script: string | undefined
}

export function readerOf({ query, headers }: FastifyRequest): Reader {
  const language = languageOf((query as { lang?: unknown }).lang, headers['accept-language'])
  return { language, words: wordsIn(language) }
}

export interface Page {
  readonly reader: Reader
  readonly title: string
  readonly content: Html
  readonly theme?: Theme
  /** Further elements for the head. */
  readonly head?: Html
}

/** A page in the colours of its survey, or in the default colours. */
export function page({ reader, title, content, theme = 'default', head }: Page): FramedPage {
  const { language, words } = reader
  return frame({
    lang: language,
    dir: words.dir,
    title,
    ...(head !== undefined && { head }),
    content,
    theme,
  })
}

/** For pages that search engines should not list. */
export const NOT_FOR_SEARCH = html`<meta name="robots" content="noindex">
`

/** Headers of every page. A page is meant for one reader at one moment, so it is never stored. */
export function pageHeaders(language: Language, policy: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    vary: 'Accept, Accept-Encoding, Accept-Language',
    ...pageSecurityHeaders(policy),
  }
}

/** Sends a page that was rendered for this request. */
export function sendPage(reply: FastifyReply, { language }: Reader, { text, policy }: FramedPage): FastifyReply {
  reply.headers(pageHeaders(language, policy))
  if (!takesGzip(reply.request.headers['accept-encoding'])) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text))
}

/** Sends a cached page with a fresh submission key. */
export function sendCachedPage(reply: FastifyReply, { language }: Reader, page: CachedPage, key: string): FastifyReply {
  reply.headers(pageHeaders(language, page.policy))
  if (!takesGzip(reply.request.headers['accept-encoding'])) return reply.send(page.whole(key))
  return reply.header('content-encoding', 'gzip').send(page.gzipped(key))
}
