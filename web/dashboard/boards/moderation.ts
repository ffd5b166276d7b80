import { computed, effect, signal } from '@preact/signals'
import type { BoardNews } from '../../../src/dashboard/contract.ts'
import { Board } from '../../ui/boards/board.ts'
import type { SurveyModel } from '../survey-model.ts'

/**
 * Minimum interval between reads of a board, in milliseconds: of the open one, and of others, for which only a count is
 * shown.
 */
const READ_INTERVAL_MS = { open: 250, else: 500 }

/** The boards of a survey for its moderators. */
export class Moderation {
  readonly boards = signal<readonly Board[]>([])
  /** The selected board. */
  readonly chosen = computed(
    () => this.boards.value.find(({ index }) => index === this.#chosenIndex.value) ?? this.boards.value[0],
  )
  /** The number of waiting questions on all boards. */
  readonly waiting = computed(() => this.boards.value.reduce((sum, { waiting }) => sum + waiting.value, 0))
  readonly #model: SurveyModel
  readonly #chosenIndex = signal<number | undefined>(undefined)
  #isOpen = false

  constructor(model: SurveyModel) {
    this.#model = model
  }

  /** Follows the boards. A hidden page reads nothing. @returns a function that stops following */
  follow(): () => void {
    const read = (which: (board: Board) => boolean) => {
      if (!document.hidden) for (const board of this.boards.peek()) if (which(board)) board.read()
    }
    const readAll = () => read(() => true)
    const changed = ({ index, items }: BoardNews) => {
      if (items === undefined) read(board => board.index === index)
      else
        this.boards
          .peek()
          .find(board => board.index === index)
          ?.update(items)
    }
    const ends = [
      effect(() => this.#updateBoards(this.#model.survey.value.results)),
      this.#model.onBoardChange(changed),
    ]
    document.addEventListener('visibilitychange', readAll)
    return () => {
      for (const end of ends) end()
      document.removeEventListener('visibilitychange', readAll)
    }
  }

  choose(board: Board | undefined): void {
    if (board !== undefined) this.#chosenIndex.value = board.index
    this.chosen.peek()?.read()
  }

  /** Marks the board view as open. @returns a function that marks it as closed */
  open(): () => void {
    this.#isOpen = true
    this.choose(undefined)
    return () => {
      this.#isOpen = false
    }
  }

  #updateBoards(results: readonly { readonly index: number; readonly board?: unknown }[]): void {
    const known = new Map(this.boards.peek().map(board => [board.index, board]))
    const indexes = results.flatMap(({ index, board }) => (board === undefined ? [] : [index]))
    if (indexes.length === known.size && indexes.every(index => known.has(index))) return
    this.boards.value = indexes.map(index => known.get(index) ?? this.#createBoard(index))
  }

  #createBoard(index: number): Board {
    const board: Board = new Board(this.#model, index, () =>
      this.#isOpen && this.chosen.peek() === board ? READ_INTERVAL_MS.open : READ_INTERVAL_MS.else,
    )
    board.read()
    return board
  }
}
