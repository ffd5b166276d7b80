import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answersOfPage } from '../../domain/responses/page-answers.ts'
import { parseAnswers, parseOneAnswer } from '../../domain/responses/submission.ts'
import { ANSWER_ERRORS } from '../../domain/values/answer.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isUuid } from '../../domain/values/text.ts'
import type { RespondentRateLimit } from '../../service/access/respondent-rate-limit.ts'
import type { Boards, NewItem } from '../../service/boards/boards.ts'
import type { Random } from '../../service/context.ts'
import type { PublicSurvey, Responses } from '../../service/responses/responses.ts'
import type { Presentations } from '../../service/results/presentations.ts'
import { errorResponse } from '../../transport/errors.ts'
import type { BoardDocuments } from '../boards/board-documents.ts'
import { ASK_BUTTON, askFieldName, type BoardNotice } from '../boards/board-section.ts'
import { type Reader, readerOf, type Site, sendLongPage, sendPage } from '../page.ts'
import { fillSlots } from '../page-template.ts'
import { isLongForm, readForm, readQuestions, type TypedQuestion } from './form.ts'
import { answeredIn, isOutdatedForm, QUESTIONS_FIELD, stillTyped, type Typed, textsTyped } from './form-fields.ts'
import { surveyPage, unavailablePage } from './survey.ts'

export interface FormRouteParts {
  readonly responses: Responses
  readonly presentations: Presentations
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
 * Handles the form as sent by browsers without the script. Questions typed for boards are posted there, even with
 * "Send", so that no question is lost. Nothing is posted before the answers are valid, and repeating the request posts
 * nothing twice.
 */
export function formRoute(app: FastifyInstance, parts: FormRouteParts): void {
  app.post<{ Params: { slug: string }; Body: Typed | undefined }>('/s/:slug', async (request, reply) => {
    const { slug } = request.params
    const typed = request.body ?? new Map()
    const found = await parts.responses.publicSurvey(slug)
    const { questions } = found
    const progress: Progress = { typed, notices: new Map() }
    try {
      if (request.overLimit !== undefined) throw request.overLimit
      if (isOutdatedForm(questions, typed)) throw new Refusal('questions_changed')
      const asked = readQuestions(questions, typed)
      const body = readForm(questions, typed)
      // Where the presenter sets the pace, somebody who asks may have nothing to answer.
      const hasAnswers = !found.survey.paced || answeredIn(typed) !== undefined
      const sendsAnswers = !typed.has(ASK_BUTTON) && (hasAnswers || asked.length === 0)
      if (sendsAnswers && !hasAnswers) return await showUnanswered(request, reply, progress, parts, found)
      if (sendsAnswers && asked.length > 0) checkAnswers(found, typed, body)
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

/** Sent without an answer to the question on the screen of a paced survey, or after the presenter has left it. */
async function showUnanswered(
  request: FormRequest,
  reply: FastifyReply,
  progress: Progress,
  parts: FormRouteParts,
  found: PublicSurvey,
): Promise<FastifyReply> {
  const { index } = await parts.presentations.phoneStep(found)
  if (index === null) return showForm(request, reply, progress, parts)
  const refusal = new Refusal('invalid_answers', {
    questions: [{ index, name: 'required', error: ANSWER_ERRORS.required }],
  })
  return showForm(request, reply.code(400), progress, parts, refusal)
}

/** @throws Refusal `invalid_answers` */
function checkAnswers({ survey, questions }: PublicSurvey, typed: Typed, { answers }: JsonObject): void {
  const sent = answersOfPage(questions, typed.get(QUESTIONS_FIELD) ?? '', answers)
  const { errors } = survey.paced
    ? parseOneAnswer(questions, sent, survey.groups)
    : parseAnswers(questions, sent, survey.groups)
  if (errors.length > 0) throw new Refusal('invalid_answers', { questions: errors })
}

/**
 * Posts questions one by one, until the board refuses one. Each counts as a separate request.
 * @returns the questions that were posted
 * @throws any refusal that does not concern a question's text
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
      progress.notices.set(index, {
        text: item.state === 'held' ? words.waits : words.asked,
        isError: false,
        state: item.state,
      })
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

/** The reason why a board refuses a question; undefined if the error does not concern the question. */
function reasonIn(words: Reader['words']['board'], error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  if (error.refusal === 'invalid_text') return words.length
  return error.refusal === 'board_full' ? words.full : undefined
}

/**
 * Shows the form again with the typed values, unless the survey has closed. The key stays the same, so that repeating
 * the request stores only one response.
 */
async function showForm(
  request: FormRequest,
  reply: FastifyReply,
  { typed, notices }: Progress,
  { responses, presentations, boardDocuments, random, site }: FormRouteParts,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const found = await responses.publicSurvey(request.params.slug)
  const reader = readerOf(request)
  if (found.status !== 'open') return sendPage(reply, reader, unavailablePage(found, reader, site, textsTyped(typed)))
  const sent = typed.get('key') ?? ''
  const key = isUuid(sent) ? sent : random.uuid()
  const step = found.survey.paced ? await presentations.phoneStep(found) : undefined
  const isOutdated = refusal?.refusal === 'questions_changed'
  const kept = isOutdated ? stillTyped(found.questions, typed, found.survey.responseCount > 0) : typed
  const render = () => surveyPage(found, { reader, key, step, typed: kept, notices, refusal }, site)
  const { pace } = request.server
  const { text, policy } = await (isLongForm(found.questions) ? pace.oneByOne(render) : render())
  return sendLongPage(reply, reader, { text: fillSlots(text, await boardDocuments.lists(found, reader)), policy })
}
