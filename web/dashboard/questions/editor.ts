import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { isBoard } from '../../../src/domain/board.ts'
import { type JsonObject, parseJson } from '../../../src/domain/json.ts'
import { showError, showNotice } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import type { SurveyModel } from '../survey-model.ts'
import { beginDraft, type Draft, isChanged, positionOf, rebase } from './draft.ts'
import { type DraftValidation, validateDraft } from './draft-validation.ts'
import { type LockedContent, NOTHING_LOCKED } from './edit-impact.ts'
import { serializeForNewSurvey, serializeQuestions } from './serialized-questions.ts'

const editors = new WeakMap<SurveyModel, Editor>()

/** A survey's questions being edited. It outlasts the view, so that a look at the results costs nothing. */
export function editorOf(model: SurveyModel): Editor {
  const editor = editors.get(model) ?? new Editor(model)
  editors.set(model, editor)
  return editor
}

export class Editor {
  readonly model: SurveyModel
  /** The questions as they stand here: those of the survey, until something is changed. */
  readonly draft: ReadonlySignal<Draft>
  readonly isChanged: ReadonlySignal<boolean>
  readonly locked: ReadonlySignal<LockedContent>
  readonly validation: ReadonlySignal<DraftValidation>
  /** Whether the survey has other questions by now than those that the edit began with. */
  readonly changedElsewhere: ReadonlySignal<boolean>
  /** What was answered during the edit and was not before; undefined where nothing was that binds it. */
  readonly arrivalText: ReadonlySignal<string | undefined>
  /** Whether what is made here becomes a new survey, whose questions nobody has answered. */
  readonly isForCopy = signal(false)
  /** The question that is open. */
  readonly openKey = signal<number | undefined>(undefined)
  /** What the service said to the last attempt at saving, until something is changed. */
  readonly serverError = signal<string | undefined>(undefined)
  /** Said to those who do not see the list. */
  readonly announcement = signal('')
  readonly isSaving = signal(false)
  readonly #editedDraft = signal<Draft | undefined>(undefined)
  readonly #lockedBefore = signal<LockedContent>(NOTHING_LOCKED)
  readonly #boards = signal<ReadonlySet<number>>(new Set())
  readonly #lockedNow: ReadonlySignal<LockedContent>

  constructor(model: SurveyModel) {
    this.model = model
    const text = computed(() => JSON.stringify(model.survey.value.questions))
    const current = computed(() => beginDraft(parseJson(text.value) as JsonObject[]))
    this.isChanged = computed(() => this.#editedDraft.value !== undefined && isChanged(this.#editedDraft.value))
    this.draft = computed(() => (this.isChanged.value && this.#editedDraft.value) || current.value)
    const responses = computed(() => model.survey.value.response_count)
    this.#lockedNow = computed(() => ({ responses: responses.value, boards: this.#boards.value }))
    this.locked = computed(() => (this.isForCopy.value ? NOTHING_LOCKED : this.#lockedNow.value))
    this.validation = computed(() => validateDraft(this.draft.value, this.locked.value))
    this.changedElsewhere = computed(
      () =>
        this.isChanged.value &&
        !this.isSaving.value &&
        JSON.stringify(this.draft.value.stored.map(({ source }) => source)) !== text.value,
    )
    this.arrivalText = computed(() =>
      this.isChanged.value ? describeArrivals(this.#lockedBefore.value, this.locked.value) : undefined,
    )
    effect(() => void this.#readBoards(current.value))
    model.onBoardChange(() => void this.#readBoards(current.peek()))
    effect(() => (this.isChanged.value ? warnOnClose() : undefined))
  }

  /** @param next what becomes of the draft; undefined changes nothing */
  edit(next: Draft | undefined): void {
    if (next === undefined) return
    batch(() => {
      if (!this.isChanged.value) this.#lockedBefore.value = this.#lockedNow.value
      this.#editedDraft.value = next
      this.serverError.value = undefined
    })
  }

  /** Gives the edit up; that can be taken back. */
  discard(): void {
    const draft = this.draft.value
    this.#editedDraft.value = undefined
    this.isForCopy.value = false
    this.serverError.value = undefined
    showNotice('Your changes are discarded.', () => this.edit(draft))
  }

  /** Goes on with the edit, on top of what was changed elsewhere. */
  rebase(): void {
    this.edit(rebase(this.draft.value, this.model.survey.value.questions))
  }

  /** @returns whether it was saved */
  async save(): Promise<boolean> {
    await this.model.load()
    if (this.changedElsewhere.value || this.validation.value.refusal !== undefined) return false
    const draft = this.draft.value
    this.isSaving.value = true
    try {
      await this.model.update({ questions: serializeQuestions(draft) })
      this.#afterSave(draft)
      return true
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 400) showError(error)
      else this.serverError.value = error.message
      return false
    } finally {
      this.isSaving.value = false
    }
  }

  /** The body of a call that makes a new survey of the draft. */
  newSurveyJson(): string {
    const { title } = this.model.survey.value
    return JSON.stringify({ title, questions: serializeForNewSurvey(this.draft.value) } satisfies JsonObject, null, 2)
  }

  #afterSave(draft: Draft): void {
    const { value: key } = this.openKey
    batch(() => {
      this.#editedDraft.value = undefined
      this.openKey.value = key === undefined ? undefined : positionOf(draft, key)
    })
    showNotice('The questions are saved.')
  }

  /** What is held or hidden was asked as well, and only a board's own list tells of it. */
  async #readBoards({ stored }: Draft): Promise<void> {
    const positions = [...stored.keys()].filter(position => isBoard(stored[position]))
    try {
      const used = await Promise.all(positions.map(position => this.#hasItems(position)))
      this.#boards.value = new Set(positions.filter((_, at) => used[at]))
    } catch (error) {
      // The list may have changed under it; then it is read again. What was not learnt, the service knows.
      if (!(error instanceof RequestError)) throw error
    }
  }

  async #hasItems(position: number): Promise<boolean> {
    const { items } = await this.model.send<{ items: readonly unknown[] }>('GET', `/board/${position}`)
    return items.length > 0
  }
}

function describeArrivals(before: LockedContent, now: LockedContent): string | undefined {
  const { responses } = now
  if (before.responses > 0) return undefined
  if (responses > 0) return responses === 1 ? 'An answer came in' : `${responses.toLocaleString('en')} answers came in`
  const isNew = [...now.boards].some(position => !before.boards.has(position))
  return isNew ? 'Something was asked on a board' : undefined
}

/** @returns ends it */
function warnOnClose(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  return () => removeEventListener('beforeunload', warn)
}
