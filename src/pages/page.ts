import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Theme } from '../domain/theme.ts'
import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { type Language, languageOf } from './language.ts'
import { type Words, wordsIn } from './words.ts'

/** Who reads a page: in which language, and its words. */
export interface Reader {
  readonly language: Language
  readonly words: Words
}

/** What all pages know of the service. */
export interface Site {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** The path of the browser's script; undefined where it has not been built, since pages work without. */
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

/** A bubble of speech with three bars in it. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%231f5f8b' d='M4 1h8a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H8l-4 3v-3a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z'/%3E%3Cpath stroke='%23fff' stroke-width='1.6' d='M4.8 10V7.4M8 10V4M11.2 10V6'/%3E%3C/svg%3E"

/** A page of the service; one that belongs to no survey is in the house's colours. */
export function page({ reader, title, content, theme = 'default', head }: Page): FramedPage {
  const { language, words } = reader
  return frame({
    lang: language,
    dir: words.dir,
    title,
    head: html`<link rel="icon" href="${ICON}">
${head}`,
    content,
    theme,
  })
}

/** For pages that nobody looks for. */
export const NOT_FOR_SEARCH = html`<meta name="robots" content="noindex">
`

/** Sends a page: for this reader, for this moment. */
export function sendPage(reply: FastifyReply, { language }: Reader, { text, policy }: FramedPage): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policy,
      'content-language': language,
      vary: 'Accept, Accept-Language',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(text)
}
