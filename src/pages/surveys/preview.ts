import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBoard } from '../../domain/boards/board.ts'
import { type Draft, previewGroups, previewQuestions } from '../../domain/surveys/draft.ts'
import { fittingGroups } from '../../domain/surveys/groups/group-fit.ts'
import { checkPageSize } from '../../domain/surveys/page-size.ts'
import type { Question } from '../../domain/surveys/question.ts'
import { bounded } from '../../domain/surveys/question-amounts.ts'
import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { hasNul, isBlank } from '../../domain/values/text.ts'
import { type FramedPage, NOT_FOR_SEARCH } from '../../html/frame.ts'
import { type Html, html } from '../../html/html.ts'
import type { NextSlice } from '../../transport/pace.ts'
import { boardList } from '../boards/board-section.ts'
import { BOARD_STYLE } from '../boards/board-style.ts'
import { page, type Reader, readerOf, readerOfTexts, sendLongPage } from '../page.ts'
import { fillSlots } from '../page-template.ts'
import { type FormParts, form } from './form.ts'
import { groupsStyle } from './groups-style.ts'
import { hasTexts, introduction, TEXTS_STYLE } from './survey-texts.ts'

/** Texts that a preview shows instead of missing ones. Only creators see them, and their application is in English. */
const PLACEHOLDERS = {
  title: 'Untitled survey',
  question: 'Untitled question',
  option: 'Option',
  section: 'Untitled section',
}

/** No survey has this slug. */
const SLUG = '-'

/** Options that are read in one slice: about a millisecond. */
const OPTIONS_PER_SLICE = 1_000

/** The parts of an empty form. */
const EMPTY: Pick<FormParts, 'slug' | 'version' | 'isFixed' | 'sharedDevice' | 'key' | 'typed' | 'notices' | 'errors'> =
  {
    slug: SLUG,
    version: '',
    isFixed: false,
    sharedDevice: false,
    key: '',
    typed: new Map(),
    notices: new Map(),
    errors: [],
  }

/**
 * Sends a draft as respondents would see it, as far as it is complete. Browsers do not run scripts on this page, send
 * nothing from it, and show it only in a frame of our own pages.
 * @param palette the theme for a draft that has none
 */
export async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { draft, palette }: { readonly draft: Draft; readonly palette: Theme },
): Promise<FastifyReply> {
  const { nextSlice } = request.server.pace
  // Parsing a large draft has taken a slice.
  await nextSlice()
  const { questions, tooMany } = await shownQuestions(draft, nextSlice)
  const reader = readerOfTexts(readerOf(request), draft, questions)
  const { text, policy } = await previewPage(
    { ...draft, theme: draft.theme ?? palette, tooMany },
    { questions, reader, nextSlice },
  )
  await nextSlice()
  return sendLongPage(reply, reader, { text: fillSlots(text, emptyLists(questions, reader)), policy })
}

/** None if a survey cannot have as many, with the reason. */
async function shownQuestions(
  draft: Draft,
  nextSlice: NextSlice,
): Promise<{ readonly questions: readonly Question[]; readonly tooMany?: string }> {
  const shown: Question[] = []
  let options = 0
  for (const question of previewQuestions(draft, PLACEHOLDERS)) {
    shown.push(question)
    options += question.options.size
    if (options < OPTIONS_PER_SLICE) continue
    options = 0
    await nextSlice()
  }
  try {
    checkPageSize({ ...draft, questions: bounded(shown) })
    return { questions: shown }
  } catch (error) {
    if (error instanceof Refusal) return { questions: [], tooMany: error.message }
    throw error
  }
}

async function previewPage(
  draft: Pick<Draft, 'title' | 'questionSettings' | 'texts' | 'groups'> & {
    readonly theme: Theme
    readonly tooMany: string | undefined
  },
  { questions, reader, nextSlice }: Pick<FormParts, 'questions' | 'reader' | 'nextSlice'>,
): Promise<FramedPage> {
  const { title: typed, theme, tooMany, questionSettings: settings, texts, groups } = draft
  const title = isBlank(typed) || hasNul(typed) ? PLACEHOLDERS.title : typed
  const shown = fittingGroups(previewGroups({ groups }, PLACEHOLDERS), questions)
  return page({
    reader,
    title,
    theme,
    head: NOT_FOR_SEARCH,
    style: html`noscript { display: none }
${questions.some(isBoard) && BOARD_STYLE}${hasTexts({ texts }) && TEXTS_STYLE}${groupsStyle(shown)}`,
    isPreview: true,
    content: html`<h1 dir="auto">${title}</h1>
${introduction(texts.introduction)}${promise(reader)}
${tooMany !== undefined && html`<p role="alert">This draft cannot be shown or published: ${tooMany}.</p>`}
${questions.length > 0 && (await form({ ...EMPTY, questions, settings, groups: shown, reader, nextSlice }))}`,
  })
}

/** As on the survey's page, but without a link, because the linked page could not be shown in a frame. */
function promise({ words, ours }: Reader): Html {
  return html`<p class="muted"${ours}>${words.nothingAboutYou} <a>${words.whatIsStored}</a></p>`
}

function emptyLists(questions: readonly Question[], reader: Reader) {
  const list = (index: number) =>
    boardList({ slug: SLUG, index, revision: '', items: [], hasMore: false, reader }).toString()
  return new Map(questions.map((_, index) => [index, { plain: Buffer.from(list(index)) }]))
}
