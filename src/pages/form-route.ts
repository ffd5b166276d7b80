import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Json } from '../domain/json.ts'
import type { Question } from '../domain/question.ts'
import { Refusal } from '../domain/refusal.ts'
import { parseAnswers } from '../domain/submission.ts'
import { isUuid } from '../domain/text.ts'
import type { Boards, NewItem } from '../service/boards.ts'
import type { Random } from '../service/context.ts'
import type { RespondentRateLimit } from '../service/respondent-rate-limit.ts'
import type { Responses } from '../service/responses.ts'
import { errorResponse } from '../transport/errors.ts'
import type { BoardDocuments } from './board-documents.ts'
import { ASK_BUTTON, askFieldName, type BoardNotice } from './board-section.ts'
import { readForm, readQuestions, type TypedQuestion } from './form.ts'
import { isOutdated, stillTyped, type Typed } from './form-fields.ts'
import { type Reader, readerOf, type Site, sendLongPage, sendPage } from './page.ts'
import { fillSlots } from './page-template.ts'
import { surveyPage, unavailablePage } from './survey.ts'

export interface FormRouteParts {
  readonly responses: Responses
  readonly boards: Boards
  readonly boardDocuments: BoardDocuments
  readonly random: Random
  readonly rateLimit: RespondentRateLimit
  readonly addressOf: (request: IncomingMessage) => string
  readonly site: Site
}

type FormRequest = FastifyRequest<{ Params: { slug: string }; Body: Typed | undefined }>

/** The progress of handling a form. */
interface Progress {
  /** Fields that have not been stored yet, which the form shows again. */
  typed: Typed
  /** The outcomes of the questions for boards. */
  readonly notices: Map<number, BoardNotice>
}

/**
 * Handles the form as browsers send it without the script. Questions typed for boards are asked there, by "Send" too, so that
 * no question is lost. Nothing is asked before the answers are valid, and a repeated send asks nothing twice.
 */
export function formRoute(app: FastifyInstance, parts: FormRouteParts): void {
  app.post<{ Params: { slug: string }; Body: Typed | undefined }>('/s/:slug', async (request, reply) => {
    const { slug } = request.params
    const typed = request.body ?? new Map()
    const { questions } = await parts.responses.publicSurvey(slug)
    const progress: Progress = { typed, notices: new Map() }
    try {
      if (request.overLimit !== undefined) throw request.overLimit
      if (isOutdated(questions, typed)) {
        progress.typed = stillTyped(questions, typed)
        throw new Refusal('questions_changed')
      }
      const asked = readQuestions(questions, typed)
      const body = readForm(questions, typed)
      const sendsAnswers = !typed.has(ASK_BUTTON)
      if (sendsAnswers && asked.length > 0) checkAnswers(questions, body.answers)
      const items = await ask(request, asked, progress, parts)
      const isRefused = items.length < asked.length
      if (!sendsAnswers || isRefused) return showForm(request, reply.code(isRefused ? 400 : 200), progress, parts)
      await parts.responses.submit(slug, body)
      const state = items.some(one => one.state === 'held') ? 'held' : items[0]?.state
      const query = `lang=${readerOf(request).language}${state === undefined ? '' : `&asked=${state}`}`
      return reply.redirect(`/s/${slug}/thanks?${query}`, 303)
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'missing') throw error
      const { status, headers, failure } = errorResponse(error)
      request.failure = failure
      return showForm(request, reply.code(status).headers(headers), progress, parts, error)
    }
  })
}

/** @throws Refusal `invalid_answers` */
function checkAnswers(questions: readonly Question[], answers: Json | undefined): void {
  const { errors } = parseAnswers(questions, answers)
  if (errors.length > 0) throw new Refusal('invalid_answers', { questions: errors })
}

/**
 * Asks one question after the other, until the board refuses one. Each counts as a request of its own.
 * @returns those that are on their boards
 * @throws Refusal that is not about the question
 */
async function ask(
  request: FormRequest,
  asked: readonly TypedQuestion[],
  progress: Progress,
  { boards, rateLimit, addressOf }: FormRouteParts,
): Promise<NewItem[]> {
  const { slug } = request.params
  const { board: words } = readerOf(request).words
  const key = progress.typed.get('key')
  const items: NewItem[] = []
  for (const [at, { index, text }] of asked.entries()) {
    if (at > 0) rateLimit.consume(rateLimit.senderOf(addressOf(request.raw), slug), 0)
    try {
      const item = await boards.ask(slug, index, { text, ...(key !== undefined && { key }) })
      items.push(item)
      progress.notices.set(index, { text: item.state === 'held' ? words.waits : words.asked, isError: false })
      progress.typed = new Map([...progress.typed].filter(([name]) => name !== askFieldName(index)))
    } catch (error) {
      const reason = reasonIn(words, error)
      if (reason === undefined) throw error
      progress.notices.set(index, { text: reason, isError: true })
      return items
    }
  }
  return items
}

/** Why a board refuses a question; undefined if the error is not about the question. */
function reasonIn(words: Reader['words']['board'], error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  if (error.refusal === 'invalid_text') return words.length
  return error.refusal === 'board_full' ? words.full : undefined
}

/**
 * Shows the form again with the typed values, unless the survey has closed. The key stays the same, so that a repeated
 * send stays one response.
 */
async function showForm(
  request: FormRequest,
  reply: FastifyReply,
  { typed, notices }: Progress,
  { responses, boardDocuments, random, site }: FormRouteParts,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const found = await responses.publicSurvey(request.params.slug)
  const reader = readerOf(request)
  if (found.status !== 'open') return sendPage(reply, reader, unavailablePage(found, reader, site))
  const sent = typed.get('key') ?? ''
  const key = isUuid(sent) ? sent : random.uuid()
  const { text, policy } = await surveyPage(found, { reader, key, typed, notices, refusal }, site)
  return sendLongPage(reply, reader, { text: fillSlots(text, await boardDocuments.lists(found, reader)), policy })
}
