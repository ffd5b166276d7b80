import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { isBoard } from '../../../src/domain/board.ts'
import { type JsonObject, parseJson } from '../../../src/domain/json.ts'
import { say, sayRefused } from '../../ui/notice.tsx'
import { Refused } from '../../ui/request.ts'
import type { Desk } from '../desk.ts'
import { beginDraft, type Draft, isChanged, placeOf, rebase } from './draft.ts'
import { type Explanation, explain } from './explain.ts'
import { type Answered, NOTHING } from './harm.ts'
import { copiedQuestions, sentQuestions } from './sent.ts'

const editors = new WeakMap<Desk, Editor>()

/** A survey's questions being edited. It outlasts the view, so that a look at the results costs nothing. */
export function editorOf(desk: Desk): Editor {
  const editor = editors.get(desk) ?? new Editor(desk)
  editors.set(desk, editor)
  return editor
}

export class Editor {
  readonly desk: Desk
  /** The questions as they stand here: those of the survey, until something is changed. */
  readonly draft: ReadonlySignal<Draft>
  readonly changed: ReadonlySignal<boolean>
  readonly answered: ReadonlySignal<Answered>
  readonly explanation: ReadonlySignal<Explanation>
  /** Whether the survey has other questions by now than those that the edit began with. */
  readonly elsewhere: ReadonlySignal<boolean>
  /** What was answered during the edit and was not before; undefined where nothing was that binds it. */
  readonly arrived: ReadonlySignal<string | undefined>
  /** Whether what is made here becomes a new survey, whose questions nobody has answered. */
  readonly forCopy = signal(false)
  /** The question that is open. */
  readonly opened = signal<number | undefined>(undefined)
  /** What the service said to the last attempt at saving, until something is changed. */
  readonly refused = signal<string | undefined>(undefined)
  /** Said to those who do not see the list. */
  readonly told = signal('')
  readonly saving = signal(false)
  readonly #edited = signal<Draft | undefined>(undefined)
  readonly #before = signal<Answered>(NOTHING)
  readonly #boards = signal<ReadonlySet<number>>(new Set())
  readonly #kept: ReadonlySignal<Answered>

  constructor(desk: Desk) {
    this.desk = desk
    const text = computed(() => JSON.stringify(desk.survey.value.questions))
    const present = computed(() => beginDraft(parseJson(text.value) as JsonObject[]))
    this.changed = computed(() => this.#edited.value !== undefined && isChanged(this.#edited.value))
    this.draft = computed(() => (this.changed.value && this.#edited.value) || present.value)
    const responses = computed(() => desk.survey.value.response_count)
    this.#kept = computed(() => ({ responses: responses.value, boards: this.#boards.value }))
    this.answered = computed(() => (this.forCopy.value ? NOTHING : this.#kept.value))
    this.explanation = computed(() => explain(this.draft.value, this.answered.value))
    this.elsewhere = computed(
      () =>
        this.changed.value &&
        !this.saving.value &&
        JSON.stringify(this.draft.value.stored.map(({ sent }) => sent)) !== text.value,
    )
    this.arrived = computed(() =>
      this.changed.value ? whatArrived(this.#before.value, this.answered.value) : undefined,
    )
    effect(() => void this.#readBoards(present.value))
    desk.watchBoards(() => void this.#readBoards(present.peek()))
    effect(() => (this.changed.value ? warnOnClose() : undefined))
  }

  /** @param next what becomes of the draft; undefined changes nothing */
  edit(next: Draft | undefined): void {
    if (next === undefined) return
    batch(() => {
      if (!this.changed.value) this.#before.value = this.#kept.value
      this.#edited.value = next
      this.refused.value = undefined
    })
  }

  /** Gives the edit up; that can be taken back. */
  discard(): void {
    const draft = this.draft.value
    this.#edited.value = undefined
    this.forCopy.value = false
    this.refused.value = undefined
    say('Your changes are discarded.', () => this.edit(draft))
  }

  /** Goes on with the edit, on top of what was changed elsewhere. */
  keep(): void {
    this.edit(rebase(this.draft.value, this.desk.survey.value.questions))
  }

  /** @returns whether it was saved */
  async save(): Promise<boolean> {
    await this.desk.load()
    if (this.elsewhere.value || this.explanation.value.refusal !== undefined) return false
    const draft = this.draft.value
    this.saving.value = true
    try {
      await this.desk.change({ questions: sentQuestions(draft) })
      this.#saved(draft)
      return true
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 400) sayRefused(error)
      else this.refused.value = error.message
      return false
    } finally {
      this.saving.value = false
    }
  }

  /** The body of a call that makes a new survey of the draft. */
  copied(): string {
    const { title } = this.desk.survey.value
    return JSON.stringify({ title, questions: copiedQuestions(this.draft.value) } satisfies JsonObject, null, 2)
  }

  #saved(draft: Draft): void {
    const { value: key } = this.opened
    batch(() => {
      this.#edited.value = undefined
      this.opened.value = key === undefined ? undefined : placeOf(draft, key)
    })
    say('The questions are saved.')
  }

  /** What is held or hidden was asked as well, and only a board's own list tells of it. */
  async #readBoards({ stored }: Draft): Promise<void> {
    const places = [...stored.keys()].filter(place => isBoard(stored[place]))
    try {
      const asked = await Promise.all(places.map(place => this.#isAsked(place)))
      this.#boards.value = new Set(places.filter((_, at) => asked[at]))
    } catch (error) {
      // The list may have changed under it; then it is read again. What was not learnt, the service knows.
      if (!(error instanceof Refused)) throw error
    }
  }

  async #isAsked(place: number): Promise<boolean> {
    const { items } = await this.desk.send<{ items: readonly unknown[] }>('GET', `/board/${place}`)
    return items.length > 0
  }
}

function whatArrived(before: Answered, now: Answered): string | undefined {
  const { responses } = now
  if (before.responses > 0) return undefined
  if (responses > 0) return responses === 1 ? 'An answer came in' : `${responses.toLocaleString('en')} answers came in`
  const isNew = [...now.boards].some(place => !before.boards.has(place))
  return isNew ? 'Something was asked on a board' : undefined
}

/** @returns ends it */
function warnOnClose(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  return () => removeEventListener('beforeunload', warn)
}
