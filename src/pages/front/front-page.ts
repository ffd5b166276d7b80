import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignUpMode } from '../../domain/accounts/sign-up.ts'
import type { FramedPage } from '../../html/frame.ts'
import { type Html, html } from '../../html/html.ts'
import type { Random } from '../../service/context.ts'
import type { PublicSurvey, Responses } from '../../service/responses/responses.ts'
import { ACCOUNT_COOKIE, HostCookies, readCookies } from '../../transport/cookies.ts'
import { JOIN_STYLE, joinForm, WORDMARK_LINK } from '../join-form.ts'
import { page, type Reader, readerOf, scriptElement, sendPage } from '../page.ts'
import { EXAMPLE_STYLE, exampleResult } from './example-result.ts'
import { findFrontSurvey, frontQuestion, QUESTION_STYLE } from './front-question.ts'
import { HALL_STYLE, hall } from './hall.ts'

interface FrontParts {
  readonly responses: Responses
  readonly random: Random
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Who can create an account. */
  readonly signup: SignUpMode
  /** The survey whose question the page shows, if it can. */
  readonly frontSurvey: string | undefined
  /** Path of the script of that question; undefined if it has not been built. */
  readonly questionScript: string | undefined
}

interface ByWords {
  Querystring: { words?: string | string[]; lang?: string }
}

/** The front page, where people enter the words of a survey's link. */
export function frontRoutes(app: FastifyInstance, parts: FrontParts): void {
  const { responses } = parts
  app.get('/', async (request, reply) => sendFront(request, reply, parts))
  app.get<ByWords>('/s', async (request, reply) => {
    const { words = '', lang } = request.query
    const typed = [words].flat().join(' ')
    const slug = await responses.surveyMeantBy(typed)
    if (slug === undefined) return sendFront(request, reply.code(404), parts, typed)
    return reply.redirect(`/s/${slug}${lang === undefined ? '' : `?lang=${encodeURIComponent(lang)}`}`, 302)
  })
}

async function sendFront(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: FrontParts,
  typed?: string,
): Promise<FastifyReply> {
  const reader = readerOf(request)
  const asked = await findFrontSurvey(parts.frontSurvey, parts.responses)
  const view = { typed, isSignedIn: isSignedIn(request, parts), asked, key: parts.random.uuid() }
  return sendPage(reply, reader, frontPage(reader, parts, view), typed === undefined)
}

/** Decided by the cookie alone: if its session has ended, the link leads to the sign-in page. */
function isSignedIn({ headers }: FastifyRequest, { baseUrl }: FrontParts): boolean {
  return readCookies(headers.cookie).has(new HostCookies(baseUrl).nameOf(ACCOUNT_COOKIE))
}

interface FrontView {
  /** Typed words that match no survey. */
  readonly typed: string | undefined
  readonly isSignedIn: boolean
  /** The survey whose question is shown; undefined for an invented one. */
  readonly asked: PublicSurvey | undefined
  /** For the response to it. */
  readonly key: string
}

function frontPage(reader: Reader, parts: FrontParts, { typed, isSignedIn, asked, key }: FrontView): FramedPage {
  const { baseUrl, signup, questionScript } = parts
  const words = reader.words.front
  const [own, ownWords] = isSignedIn ? ['/app', words.yourSurveys] : ['/sign-in', words.signIn]
  const headline = words.headline.join(' ')
  return page({
    reader,
    title: `Soundings: ${headline}`,
    head: html`<meta name="description" content="${headline} ${words.promise}">
<meta property="og:title" content="Soundings">
<meta property="og:description" content="${headline} ${words.promise}">
<meta property="og:image" content="${baseUrl}/preview.png">
${asked && scriptElement(questionScript)}`,
    style: html`${STYLE}${asked ? QUESTION_STYLE : EXAMPLE_STYLE}`,
    header: html`<header class="top">${WORDMARK_LINK}
<nav><a href="/docs">${words.api}</a> <a href="${own}">${ownWords}</a></nav></header>
`,
    content: html`<div class="front">
${joinForm(reader, typed === undefined ? undefined : { words: typed, isWrong: true })}
<div><h1>${words.headline.map(sentence => html`<span>${sentence}</span> `)}</h1>
<p class="lead">${words.promise}</p>
<p class="create"><a class="button" href="${createPath(isSignedIn, signup)}">${words.create}</a></p></div>
</div>
${hall(reader)}<div class="shown">
${asked ? frontQuestion(asked, key, reader) : exampleResult(reader)}${stored(reader)}</div>`,
  })
}

function createPath(isSignedIn: boolean, signup: SignUpMode): string {
  if (isSignedIn) return '/app'
  return signup === 'open' ? '/sign-up' : '/sign-in'
}

/** The columns of a stored response with their meanings, as evidence for the promise. */
function stored({ language, words: { front, privacy, whatIsStored } }: Reader): Html {
  const { columns } = privacy.tables.response
  return html`<section class="stored"><h2>${front.storedHeading}</h2>
<dl>
${Object.entries(columns).map(
  ([column, meaning]) => html`<div><dt><code>${column}</code></dt><dd>${meaning}</dd></div>
`,
)}</dl>
<p>${front.nothingPersonal} <a href="/privacy?lang=${language}">${whatIsStored}</a></p></section>`
}

const STYLE = html`${JOIN_STYLE}${HALL_STYLE}
.top { display: flex; flex-wrap: wrap; gap: 0 16px; overflow-wrap: normal; align-items: center; justify-content: space-between; max-width: 64rem }
.top nav { display: flex; flex-wrap: wrap; gap: 0 24px; justify-content: end }
.create { margin: 32px 0 0 }
.create .button { min-height: 52px; font-size: 1.25rem }
/* On a phone people join, or sign in. */
@media (max-width: 29.99rem) { .top nav a:first-child { display: none } }
main, body > footer { max-width: 64rem }
main { padding-top: 16px }
.front { display: grid; gap: 48px }
.front h1, main:has(form) .front h1 { margin: 0; font-size: clamp(2.2rem, 1.4rem + 3.2vw, 3.2rem); line-height: 1.1; letter-spacing: -.03em; color: var(--text) }
.front h1 span { display: block }
.lead { margin: 16px 0 0; font-size: 1.25rem; color: var(--muted) }
.shown { display: grid; gap: 48px; margin-top: 64px }
.shown h2 { margin-top: 0; font-size: 1.25rem }
.stored dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); gap: 16px 24px; margin: 16px 0 }
.stored dl div { padding-top: 12px; border-top: 2px solid var(--line) }
.stored dt { color: var(--text); font-weight: 600 }
.stored dd { margin: 4px 0 0; color: var(--muted); font-size: .8rem }
@media (min-width: 48rem) {
  .front { grid-template-columns: 1.2fr 1fr; gap: 64px; align-items: center; padding: 64px 0 32px }
  .front .join { order: 1 }
  .shown { grid-template-columns: 1fr 1.2fr; gap: 64px }
}
`
