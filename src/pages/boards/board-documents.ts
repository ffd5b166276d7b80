import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { isBoard, type ListOrder, publicBoardItem, rangeOfBoardPage } from '../../domain/boards/board.ts'
import { withinLength } from '../../domain/boards/board-order.ts'
import { type Listed, listedInPage } from '../../domain/surveys/board-room.ts'
import type { Question } from '../../domain/surveys/question.ts'
import { isolated } from '../../domain/values/text.ts'
import { NOT_FOR_SEARCH } from '../../html/frame.ts'
import { type Boards, boardsRevisionOf } from '../../service/boards/boards.ts'
import { type Cache, RevisionCache } from '../../service/cache.ts'
import type { PublicSurvey } from '../../service/responses/responses.ts'
import { bytesOf, type Piece, pieceOf } from '../cached-page.ts'
import type { BoardPage } from '../contract.ts'
import { page, type Reader, readerOfTexts } from '../page.ts'
import { boardList, boardListPage } from './board-section.ts'
import { BOARD_STYLE } from './board-style.ts'

const compress = promisify(gzip)

/** A response body as sent. */
export interface Document {
  readonly plain: Buffer
  readonly gzipped: Buffer
  /** The page's Content-Security-Policy; empty for JSON. */
  readonly policy: string
}

/** Compresses off the event loop. */
export async function documentOf({ text, policy }: { text: string; policy: string }): Promise<Document> {
  const plain = Buffer.from(text)
  return { plain, gzipped: await compress(plain), policy }
}

export function sizeOf({ plain, gzipped }: Document): number {
  return plain.length + gzipped.length
}

/** Identifies a page of a board's list. */
export interface ListPage {
  readonly slug: string
  readonly index: number
  /** From 1. */
  readonly page: number
  readonly order: ListOrder
}

/** The parts of boards that respondents read, made once for each revision, however many people read them. */
export class BoardDocuments {
  readonly #boards: Boards
  readonly #lists: RevisionCache<Piece>
  readonly #documents: RevisionCache<Document>

  constructor(boards: Boards, cache: Cache) {
    this.#boards = boards
    this.#lists = new RevisionCache(cache, 'board list')
    this.#documents = new RevisionCache(cache, 'board')
  }

  /** A page of a list, for programs. @throws Refusal `not found` */
  async json(of: ListPage): Promise<Document> {
    const { slug, index, page, order } = of
    return this.#document(of, 'json', async () => {
      const { items, hasMore } = await this.#boards.publicList(slug, index, rangeOfBoardPage(page), order)
      const read: BoardPage = { items: items.map(publicBoardItem), ...(hasMore && { next: page + 1 }) }
      return { text: JSON.stringify(read), policy: '' }
    })
  }

  /** The same, for people. @throws Refusal `not found` */
  async page(of: ListPage, { survey, questions }: PublicSurvey, anyone: Reader): Promise<Document> {
    const { slug, index } = of
    return this.#document(of, anyone.language, async () => {
      const reader = readerOfTexts(anyone, survey, questions)
      const { items, hasMore } = await this.#boards.publicList(slug, index, rangeOfBoardPage(of.page), of.order)
      const content = boardListPage(
        { ...of, items: items.map(publicBoardItem), hasMore, reader },
        questions[index] as Question,
      )
      const title = `${isolated(questions[index]?.text ?? '')}: ${isolated(survey.title)}`
      return page({ reader, title, theme: survey.theme, head: NOT_FOR_SEARCH, style: BOARD_STYLE, content })
    })
  }

  /** The list of each board, for its survey's page. */
  async lists({ survey, questions }: PublicSurvey, anyone: Reader): Promise<ReadonlyMap<number, Piece>> {
    const reader = readerOfTexts(anyone, survey, questions)
    const indexes = questions.flatMap((question, index) => (isBoard(question) ? [index] : []))
    const revision = boardsRevisionOf(survey)
    const lists = new Map<number, Piece>()
    for (const [at, index] of indexes.entries()) {
      const shown = { revision: this.#boards.publicRevision(survey), reader }
      const make = () => this.#list(survey.slug, index, listedInPage(indexes.length, at), shown)
      lists.set(
        index,
        await this.#lists.findOrMake(`${survey.slug} ${index} ${reader.language}`, revision, make, bytesOf),
      )
    }
    return lists
  }

  async #list(slug: string, index: number, most: Listed, rest: { revision: string; reader: Reader }): Promise<Piece> {
    const part =
      most.items === 0 ? { items: [], hasMore: true } : await this.#boards.audienceList(slug, index, most.items)
    const items = withinLength(part.items, most.length)
    const hasMore = part.hasMore || items.length < part.items.length
    return pieceOf(boardList({ slug, index, items: items.map(publicBoardItem), hasMore, ...rest }).toString())
  }

  async #document(
    { slug, index, page, order }: ListPage,
    form: string,
    make: () => Promise<{ text: string; policy: string }>,
  ): Promise<Document> {
    const revision = await this.#boards.revision(slug)
    const render = async () => documentOf(await make())
    return this.#documents.findOrMake(`${slug} ${index} ${page} ${order} ${form}`, revision, render, sizeOf)
  }
}
