import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { surveyLanguage } from '../domain/surveys/languages/survey-language.ts'
import type { TextLanguage } from '../domain/surveys/languages/text-language.ts'
import type { Question } from '../domain/surveys/question.ts'
import type { Theme } from '../domain/surveys/survey-settings/theme.ts'
import type { SiteLinks } from '../domain/values/site-links.ts'
import { footer } from '../html/footer.ts'
import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { accepts } from '../transport/encodings.ts'
import type { NextSlice } from '../transport/pace.ts'
import { NOT_LISTED, pageSecurityHeaders } from '../transport/security-headers.ts'
import type { CachedPage } from './cached-page.ts'
import { type Language, languageOf } from './language.ts'
import type { Words } from './words.ts'
import { wordsIn } from './words-by-language.ts'

const compress = promisify(gzip)

/** Bytes, or UTF-16 code units, of a page beyond which it is handled in slices, and sent in as large parts. */
export const LONG_PAGE = 65_536

/** Gives others a turn each time that a long part has been rendered. @returns what to call with the length of each part */
export function turns(nextSlice: NextSlice): (length: number) => Promise<void> {
  let left = LONG_PAGE
  return async length => {
    left -= length
    if (left > 0) return
    left = LONG_PAGE
    await nextSlice()
  }
}

/** Language and texts of a reader's page. */
export interface Reader {
  readonly language: Language
  readonly words: Words
  /** The operator's links, for the page's footer. */
  readonly siteLinks: SiteLinks
  /** Language of the survey's texts on the page, if it differs from that of our own texts. */
  readonly contentLanguage?: TextLanguage
  /** Attribute of our texts among the survey's. */
  readonly ours: Html | false
  /** Attribute of the survey's texts among ours. */
  readonly theirs: Html | false
}

/** What all pages need to know about the service. */
export interface Site {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Path of the browser script; undefined if it has not been built. Pages work without it. */
  readonly script: string | undefined
  /** Path of the script for shared devices, which replaces the other one. */
  readonly sharedDeviceScript: string | undefined
  /** Path of the script of surveys whose presenter sets the pace, which replaces either. */
  readonly pacedScript: string | undefined
  readonly pacedCheckListsScript: string | undefined
  /** Path of the script of the results that such surveys share. */
  readonly stepResultScript: string | undefined
  /** Path of the script of boards, which only pages with a board load. */
  readonly boardScript: string | undefined
  /** The script that puts what is shuffled into a random order, itself, which is part of the pages that have any. */
  readonly shuffleScript: Html | undefined
  /** The script that makes rankings lists to be put in order, likewise. */
  readonly rankingScript: Html | undefined
  /** The script of groups itself, which is part of pages that have some that need it. */
  readonly groupsScript: Html | undefined
  /** The script of pages on which people wait for a survey to open, likewise. */
  readonly waitingScript: Html | undefined
  /** Path of the script of pages on which no answer can be sent. */
  readonly unsentScript: string | undefined
  /** For pages that take long to render. */
  readonly nextSlice: NextSlice
}

export function readerOf({ query, headers, server }: FastifyRequest): Reader {
  const language = languageOf((query as { lang?: unknown }).lang, headers['accept-language'])
  return { language, words: wordsIn(language), siteLinks: server.siteLinks, ours: false, theirs: false }
}

/** The reader of a page that contains a survey's texts. */
export function readerOfTexts(
  reader: Reader,
  survey: { readonly title: string; readonly language: string | null },
  questions: readonly Question[],
): Reader {
  const contentLanguage = surveyLanguage(survey, questions)
  if (contentLanguage.lang === reader.language) return reader
  const ours = html` lang="${reader.language}"`
  const theirs = html` lang="${contentLanguage.lang}"`
  return { ...reader, contentLanguage, ours, theirs }
}

export interface Page {
  readonly reader: Reader
  readonly title: string
  readonly content: Html
  readonly theme?: Theme
  /** Additional elements for the head. */
  readonly head?: Html
  /** An additional stylesheet. */
  readonly style?: Html | undefined
  /** A module that is part of the page. */
  readonly script?: Html | undefined
  /** See `Frame`. */
  readonly lastScript?: Html | undefined
  /** What comes before the main content. */
  readonly header?: Html
  /** The public link of the survey on this page, which respondents can report. */
  readonly surveyUrl?: string
  /** See `Frame`. */
  readonly isPreview?: boolean
}

/** A page in its survey's colours, or in the default colours. */
export function page({ reader, theme = 'default', surveyUrl, ...parts }: Page): FramedPage {
  const { language, words, siteLinks, contentLanguage } = reader
  const foot = parts.isPreview ? undefined : footer(siteLinks, words.footer, surveyUrl)
  return frame({ lang: language, dir: words.dir, theme, footer: foot, contentLanguage, ...parts })
}

/** @param path undefined if the script has not been built */
export function scriptElement(path: string | undefined): Html | undefined {
  if (path === undefined) return undefined
  return html`<script type="module" src="${path}"></script>
`
}

/** The properties of a page that its headers state. */
interface Sent {
  readonly policy: string
  readonly isListed: boolean
}

/** The request headers that a page depends on, for caches. */
export const NEGOTIATED = { vary: 'Accept, Accept-Encoding, Accept-Language' }

/** Headers of a page, in addition to those of every response. */
export function pageHeaders(language: Language, { policy, isListed }: Sent): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    ...NEGOTIATED,
    ...pageSecurityHeaders(policy),
    ...(!isListed && NOT_LISTED),
  }
}

/** Sends a page rendered for this request. @param isListed whether search engines may list it */
export function sendPage(
  reply: FastifyReply,
  { language }: Reader,
  { text, policy }: FramedPage,
  isListed = false,
): FastifyReply {
  setHeaders(reply, language, { policy, isListed })
  if (!accepts(reply.request.headers['accept-encoding'], 'gzip')) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text))
}

/** Sends a possibly long page rendered for this request, compressed off the event loop. */
export async function sendLongPage(
  reply: FastifyReply,
  { language }: Reader,
  { text, policy }: FramedPage,
): Promise<FastifyReply> {
  setHeaders(reply, language, { policy, isListed: false })
  if (text.length > LONG_PAGE) await reply.server.pace.nextSlice()
  if (!accepts(reply.request.headers['accept-encoding'], 'gzip')) return sendInChunks(reply, [Buffer.from(text)])
  return reply.header('content-encoding', 'gzip').send(await compress(text))
}

/** Sends a cached page with a fresh submission key. */
export function sendCachedPage(reply: FastifyReply, { language }: Reader, page: CachedPage, key: string): FastifyReply {
  setHeaders(reply, language, page)
  if (!accepts(reply.request.headers['accept-encoding'], 'gzip')) return sendInChunks(reply, page.whole(key))
  return reply.header('content-encoding', 'gzip').send(page.gzipped(key))
}

/** Only programs read long pages without compression. */
export function sendInChunks(reply: FastifyReply, parts: readonly Buffer[]): FastifyReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length <= LONG_PAGE) return reply.send(Buffer.concat(parts))
  const chunks = chunksOf(parts, reply.server.pace.nextSlice)
  return reply.header('content-length', length).send(Readable.from(chunks, { highWaterMark: 1 }))
}

async function* chunksOf(parts: readonly Buffer[], nextSlice: NextSlice): AsyncGenerator<Buffer> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += LONG_PAGE) {
      await nextSlice()
      yield part.subarray(at, at + LONG_PAGE)
    }
}

function setHeaders(reply: FastifyReply, language: Language, sent: Sent): void {
  if (sent.isListed) reply.removeHeader('x-robots-tag')
  reply.headers(pageHeaders(language, sent))
}

/** What is stored about a respondent, in one line. */
export function promise({ language, words, ours }: Reader): Html {
  return html`<p class="muted"${ours}>${words.nothingAboutYou} <a href="/privacy?lang=${language}">${words.whatIsStored}</a></p>`
}
