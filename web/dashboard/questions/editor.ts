import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import type { DashboardSurvey } from '../../../src/dashboard/contract.ts'
import { isBoard } from '../../../src/domain/boards/board.ts'
import type { TextLanguage } from '../../../src/domain/surveys/languages/text-language.ts'
import type { QuestionSettings } from '../../../src/domain/surveys/question-settings.ts'
import { type JsonObject, readJson } from '../../../src/domain/values/json.ts'
import { showError, showNotice } from '../../ui/notice.tsx'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import {
  afterSaving,
  beginDraft,
  type Draft,
  isChanged,
  isStored,
  keyAfterSaving,
  rebase,
  type StoredQuestions,
} from '../../ui/questions/draft.ts'
import { settingsOf } from '../../ui/questions/draft-settings.ts'
import { type EditProblem, type FormPart, type LockedContent, NOTHING_LOCKED } from '../../ui/questions/edit-impact.ts'
import type { QuestionEditor } from '../../ui/questions/question-editor.ts'
import { RequestError } from '../../ui/request.ts'
import { warnOnClose } from '../../ui/warn-on-close.ts'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { type DraftValidation, validateDraft } from './draft-validation.ts'
import { keptEdit } from './kept-edit.ts'
import { serializeQuestions } from './serialized-questions.ts'

const editors = new WeakMap<SurveyModel, Editor>()

/** The editor of a survey's questions. It outlives the view, so that switching tabs loses no changes. */
export function editorOf(model: SurveyModel): Editor {
  const editor = editors.get(model) ?? new Editor(model)
  editors.set(model, editor)
  return editor
}

export class Editor implements QuestionEditor {
  readonly model: SurveyModel
  /** The edited questions, or those of the survey while nothing has been changed. */
  readonly draft: ReadonlySignal<Draft>
  readonly textLanguage: ReadonlySignal<TextLanguage>
  readonly isChanged: ReadonlySignal<boolean>
  readonly locked: ReadonlySignal<LockedContent>
  readonly validation: ReadonlySignal<DraftValidation>
  /** What prevents the draft from being saved, without fields that are just being filled in. */
  readonly problems: ReadonlySignal<readonly EditProblem[]>
  /** Whether the questions were changed elsewhere since the edit began. */
  readonly changedElsewhere: ReadonlySignal<boolean>
  /** Says that the first responses arrived during the edit, which locks questions; undefined otherwise. */
  readonly arrivalText: ReadonlySignal<string | undefined>
  /** The key of the open question. */
  readonly openKey = signal<number | undefined>(undefined)
  /** The server's error from the last save, until the next change. */
  readonly serverError = signal<string | undefined>(undefined)
  /** Announced to screen readers. */
  readonly announcement = signal('')
  /** From pressing the button until the response. */
  readonly isSaving = signal(false)
  /** Whether this tab has room for unsaved changes. */
  isKept = true
  /** Whether the survey may already have the questions that are being saved. */
  readonly #isSending = signal(false)
  /** Questions that were sent without receiving a response, so the survey may already have them. */
  #unanswered: Draft | undefined
  readonly #editedDraft = signal<Draft | undefined>(undefined)
  readonly #lockedBefore = signal<LockedContent>(NOTHING_LOCKED)
  readonly #boards = signal<ReadonlySet<number>>(new Set())
  /** The parts of forms that have been left. */
  readonly #leftParts = signal<ReadonlySet<string>>(new Set())

  constructor(model: SurveyModel) {
    this.model = model
    const text = computed(() => textOf(model.survey.value))
    const current = computed(() => begunFrom(text.value))
    this.isChanged = computed(() => this.#editedDraft.value !== undefined && isChanged(this.#editedDraft.value))
    this.draft = computed(() => (this.isChanged.value && this.#editedDraft.value) || current.value)
    this.textLanguage = model.textLanguage
    const responses = computed(() => model.survey.value.response_count)
    this.locked = computed(() => ({ responses: responses.value, boards: this.#boards.value }))
    this.validation = computed(() => validateDraft(this.draft.value, this.locked.value))
    this.problems = computed(() => {
      const { impact, issues } = this.validation.value
      const left = this.#leftParts.value
      return [
        ...impact,
        ...issues.filter(issue => issue.part === undefined || left.has(partName(issue.key, issue.part))),
      ]
    })
    this.changedElsewhere = computed(
      () => this.isChanged.value && !this.#isSending.value && textOfStored(this.draft.value) !== text.value,
    )
    this.arrivalText = computed(() =>
      this.isChanged.value ? describeArrivals(this.#lockedBefore.value, this.locked.value) : undefined,
    )
    effect(() => void this.#readBoards(current.value))
    model.onBoardChange(() => void this.#readBoards(current.peek()))
    effect(() => (this.isChanged.value ? warnOnClose() : undefined))
    this.#keepEdit()
    effect(() => this.#recognizeOwnSave())
    effect(() => {
      if (model.ended.value === 'signed out') this.#editedDraft.value = undefined
    })
  }

  /** @param next the new draft; undefined changes nothing */
  edit(next: Draft | undefined): void {
    if (next === undefined) return
    batch(() => {
      if (!this.isChanged.value) this.#lockedBefore.value = this.locked.value
      this.#editedDraft.value = next
      this.serverError.value = undefined
    })
  }

  /** Discards all changes, with undo. */
  discard(): void {
    const draft = this.draft.value
    this.#editedDraft.value = undefined
    this.#leftParts.value = new Set()
    this.serverError.value = undefined
    showNotice(words.questions.discarded, () => this.edit(draft))
  }

  /** Shows the problems of a part of a question's form from now on. */
  leave(key: number | undefined, part: FormPart): void {
    this.#leftParts.value = new Set(this.#leftParts.value).add(partName(key, part))
  }

  /** Applies the edit to the questions as they were changed elsewhere. */
  rebase(): void {
    this.#leftParts.value = new Set()
    this.edit(rebase(this.draft.value, this.model.survey.value))
  }

  /** Saves if there are no problems, and otherwise shows all of them. @returns whether it was saved */
  async save(): Promise<boolean> {
    for (const { key, part } of this.validation.value.issues) if (part !== undefined) this.leave(key, part)
    if (this.isSaving.value || this.problems.value.length > 0) return false
    this.isSaving.value = true
    await this.model.load()
    const canSave = !this.changedElsewhere.value && this.validation.value.refusal === undefined
    const isSaved = canSave && (await this.#send(this.draft.value))
    this.isSaving.value = false
    return isSaved
  }

  async #send(draft: Draft): Promise<boolean> {
    this.#isSending.value = true
    this.#unanswered = draft
    try {
      const isUnedited = (survey: DashboardSurvey) => textOf(survey) === textOfStored(draft)
      const changes = { questions: serializeQuestions(draft), question_settings: settingsOf(draft) }
      const isSaved = await this.model.updateIf(changes, isUnedited)
      if (isSaved) this.#afterSave(draft)
      return isSaved
    } catch (error) {
      void this.model.load()
      if (!(error instanceof RequestError) || error.status !== 400) showError(error)
      else this.serverError.value = error.message
      return false
    } finally {
      this.#isSending.value = false
    }
  }

  /** Restores the edit that this tab has kept, and keeps unsaved changes from now on. */
  #keepEdit(): void {
    const kept = keptEdit(this.model.slug)
    const edit = kept.read()
    if (edit !== undefined) {
      this.edit(edit)
      showNotice(words.questions.restored)
    }
    effect(() => {
      this.isKept = kept.write(this.isChanged.value ? this.draft.value : undefined)
    })
  }

  /**
   * Questions that seem to have been changed elsewhere may have been saved here, by a request whose response was lost.
   */
  #recognizeOwnSave(): void {
    if (!this.changedElsewhere.value) return
    const { value: survey } = this.model.survey
    const saved = [this.#unanswered, this.draft.value].find(one => one !== undefined && isStored(one, survey))
    if (saved !== undefined) untracked(() => this.#afterSave(saved))
  }

  /** What was typed while the draft was being saved becomes an edit of the saved questions. */
  #afterSave(saved: Draft): void {
    const { value: draft } = this.draft
    const { value: key } = this.openKey
    const { value: stored } = this.model.survey
    const focused = document.activeElement?.id ?? ''
    this.#unanswered = undefined
    batch(() => {
      this.#editedDraft.value = draft === saved ? undefined : afterSaving(draft, saved, stored)
      this.#leftParts.value = new Set()
      this.openKey.value = key === undefined ? undefined : keyAfterSaving(saved, key)
    })
    // Fields are named after the keys of their questions.
    focusSoon(focused.replace(/-(\d+)(?=(-\d+)?$)/, (_, before) => `-${keyAfterSaving(saved, Number(before))}`))
    showNotice(words.questions.saved)
  }

  /** Held and hidden items lock a board too, and only the board's own list includes them. */
  async #readBoards({ stored }: Draft): Promise<void> {
    const positions = [...stored.keys()].filter(position => isBoard(stored[position]))
    try {
      const used = await Promise.all(positions.map(position => this.#hasItems(position)))
      this.#boards.value = new Set(positions.filter((_, at) => used[at]))
    } catch (error) {
      // The questions may have changed meanwhile, in which case this is read again. The server checks in any case.
      if (!(error instanceof RequestError)) throw error
    }
  }

  async #hasItems(position: number): Promise<boolean> {
    const { items } = await this.model.send<{ items: readonly unknown[] }>('GET', `/board/${position}`)
    return items.length > 0
  }
}

/** The questions of a survey with what is set beside them. */
function textOf({ questions, question_settings: settings }: StoredQuestions): string {
  return JSON.stringify([questions, settings])
}

/** The same of those on which a draft is based. */
function textOfStored({ stored, storedSettings }: Draft): string {
  return textOf({ questions: stored.map(({ source }) => source), question_settings: storedSettings })
}

function begunFrom(text: string): Draft {
  const [questions, settings] = readJson(text) as unknown as [JsonObject[], QuestionSettings]
  return beginDraft(questions, settings)
}

function partName(key: number | undefined, part: FormPart): string {
  return `${key} ${part}`
}

function describeArrivals(before: LockedContent, now: LockedContent): string | undefined {
  const { responses } = now
  if (before.responses > 0) return undefined
  if (responses > 0) return words.questions.arrivedResponses(responses)
  const isNew = [...now.boards].some(position => !before.boards.has(position))
  return isNew ? words.questions.arrivedOnBoard : undefined
}
