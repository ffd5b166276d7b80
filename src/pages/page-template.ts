import type { FramedPage } from '../html/frame.ts'
import type { PublicSurvey } from '../service/responses/responses.ts'
import type { NextSlice } from '../transport/pace.ts'
import { bytesOf, CachedPage, type Piece, pieceOf } from './cached-page.ts'
import { LONG_PAGE } from './page.ts'

/** Placeholder for the submission key while a page is rendered. It cannot occur in a survey. */
export const ANY_KEY = '\0key\0'

/** Placeholder for a board's list while a page is rendered. It cannot occur in a survey either. */
export function boardSlot(index: number): string {
  return `\0board ${index}\0`
}

const SLOT = /\0board (\d+)\0/

/** Inserts the lists of boards into a rendered page. */
export function fillSlots(text: string, lists: ReadonlyMap<number, Pick<Piece, 'plain'>>): string {
  return text.replace(new RegExp(SLOT, 'g'), (_, index) => lists.get(Number(index))?.plain.toString() ?? '')
}

/** A rendered page without its boards' lists, so that the page need not be rendered again when a list changes. */
export class PageTemplate {
  readonly #policy: string
  readonly #pieces: readonly Piece[]
  /** The boards' indexes for the slots between the pieces. */
  readonly #slots: readonly number[]
  readonly #after: Piece

  private constructor(policy: string, pieces: readonly Piece[], slots: readonly number[], after: Piece) {
    this.#policy = policy
    this.#pieces = pieces
    this.#slots = slots
    this.#after = after
  }

  static async of({ text, policy }: FramedPage, nextSlice: NextSlice): Promise<PageTemplate> {
    if (text.length > LONG_PAGE) await nextSlice()
    const end = text.lastIndexOf(ANY_KEY)
    const [before, after] = [text.slice(0, end), text.slice(end + ANY_KEY.length)]
    const parts = before.split(SLOT)
    const pieces: Promise<Piece>[] = []
    for (const part of parts.filter((_, at) => at % 2 === 0)) {
      if (part.length > LONG_PAGE) await nextSlice()
      pieces.push(pieceOf(part))
    }
    const slots = parts.filter((_, at) => at % 2 === 1).map(Number)
    return new PageTemplate(policy, await Promise.all(pieces), slots, await pieceOf(after))
  }

  /** Memory use in bytes. */
  get bytes(): number {
    return this.#pieces.reduce((sum, piece) => sum + bytesOf(piece), bytesOf(this.#after))
  }

  /** @param found from the same time as the lists, or earlier @param step see `CachedPage` */
  fill(found: Pick<PublicSurvey, 'survey' | 'isListed'>, lists: ReadonlyMap<number, Piece>, step = ''): CachedPage {
    const between = this.#slots.map(index => lists.get(index))
    const pieces = this.#pieces.flatMap((piece, at) => [piece, between[at] ?? []].flat())
    return new CachedPage(found, { policy: this.#policy, step, pieces, after: this.#after })
  }
}
