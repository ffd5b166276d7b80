import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Content } from '../../../src/account/contract.ts'
import { MAX_QUESTIONS, TITLE_LENGTH } from '../../../src/domain/limits.ts'
import { parseQuestions } from '../../../src/domain/question.ts'
import { refusalOf } from '../../../src/domain/refusal.ts'
import { isBlank, isLongerThan } from '../../../src/domain/text.ts'
import type { Theme } from '../../../src/domain/theme.ts'
import { sentence } from '../../ui/notice.tsx'
import { type Draft, positionOf, questionsOf } from '../../ui/questions/draft.ts'
import { type EditProblem, type FormPart, NOTHING_LOCKED } from '../../ui/questions/edit-impact.ts'
import type { QuestionEditor } from '../../ui/questions/question-editor.ts'
import { draftIssues } from '../../ui/questions/question-issues.ts'
import { builderTexts } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import { Autosave, type AutosaveOptions } from './autosave.ts'
import { draftOf } from './content.ts'

/** What the middle of the page shows. On a narrow page it is all that is seen. */
export type Pane = 'outline' | 'question' | 'theme' | 'preview'

/** A draft or a template while it is edited. */
export class Builder implements QuestionEditor {
  readonly kind: 'draft' | 'template'
  readonly id: string
  readonly title = signal('')
  readonly theme = signal<Theme | null>(null)
  readonly draft: ReadonlySignal<Draft>
  readonly locked = signal(NOTHING_LOCKED)
  readonly problems: ReadonlySignal<readonly EditProblem[]>
  /** What is wrong with the title; undefined while it is being typed. */
  readonly titleProblem: ReadonlySignal<string | undefined>
  readonly openKey = signal<number | undefined>(undefined)
  readonly pane = signal<Pane>('outline')
  readonly announcement = signal('')
  /** Whether all problems are listed, since publishing has been tried. */
  readonly isChecked = signal(false)
  readonly saving: Autosave
  readonly #draft = signal<Draft>(draftOf([]))
  #isTitleTyped = false
  readonly #leftParts = signal<ReadonlySet<string>>(new Set())

  /** @param content to begin with, which may be newer than what is stored */
  constructor(kind: 'draft' | 'template', options: AutosaveOptions, content: Content) {
    this.kind = kind
    this.id = options.id
    this.draft = this.#draft
    this.saving = new Autosave(options)
    this.titleProblem = computed(() => (this.#hasLeft('title') ? this.#titleIssue()?.text : undefined))
    this.problems = computed(() =>
      draftIssues(this.#draft.value).filter(
        ({ key, part }) => part === undefined || this.#hasLeft(partName(key, part)),
      ),
    )
    this.show(content)
    this.openKey.value = this.#draft.value.questions[0]?.index
    if (this.isNew) this.pane.value = 'question'
  }

  /** Whether nothing has been written yet. */
  get isNew(): boolean {
    const { questions } = this.#draft.value
    return this.title.value === '' && questions.every(({ text }) => isBlank(String(text)))
  }

  get content(): Content {
    return { title: this.title.value, questions: questionsOf(this.#draft.value), theme: this.theme.value }
  }

  /** Replaces everything without saving it. */
  show({ title, questions, theme }: Content): void {
    batch(() => {
      this.title.value = title
      this.theme.value = theme
      this.#draft.value = draftOf(questions)
      this.#leftParts.value = new Set()
      this.isChecked.value = false
      if (this.#draft.value.questions.every(({ index }) => index !== this.openKey.value))
        this.openKey.value = this.#draft.value.questions[0]?.index
    })
  }

  /** Replaces everything, and saves it. */
  replace(content: Content): void {
    this.show(content)
    this.saving.change(this.content)
  }

  edit(next: Draft | undefined): void {
    if (next === undefined) return
    const at = positionOf(this.#draft.value, this.openKey.value ?? -1)
    batch(() => {
      this.#draft.value = next
      // After a deletion the neighbour is open.
      if (at >= 0 && positionOf(next, this.openKey.value ?? -1) < 0)
        this.openKey.value = (next.questions[at] ?? next.questions[at - 1])?.index
    })
    this.saving.change(this.content)
  }

  rename(title: string): void {
    this.#isTitleTyped = true
    this.title.value = title
    this.saving.change(this.content)
  }

  choose(theme: Theme): void {
    this.theme.value = theme
    this.saving.change(this.content)
  }

  leave(key: number | undefined, part: FormPart): void {
    this.#markLeft([partName(key, part)])
  }

  /** The title has the focus when a new survey is opened; leaving it empty at first is not an error. */
  leaveTitle(): void {
    if (this.#isTitleTyped) this.#markLeft(['title'])
  }

  open(key: number | undefined): void {
    batch(() => {
      this.openKey.value = key
      this.pane.value = 'question'
    })
  }

  /** Shows all problems from now on. @returns whether there is none */
  check(): boolean {
    const issues = draftIssues(this.#draft.value)
    this.isChecked.value = true
    this.#markLeft(['title', ...issues.flatMap(({ key, part }) => (part === undefined ? [] : [partName(key, part)]))])
    return this.allProblems().length === 0
  }

  /** The problems that keep it from being published, including those that the domain's rules find. */
  allProblems(): readonly EditProblem[] {
    const title = this.#titleIssue()
    const found: EditProblem[] = [...(title === undefined ? [] : [title]), ...this.problems.value]
    if (this.#draft.value.questions.length === 0)
      return [...found, { key: undefined, text: words.questions.problem.noQuestions }]
    const refusal = found.length === 0 ? problemIn(this.content) : undefined
    return refusal === undefined ? found : [{ key: undefined, text: refusal }]
  }

  #titleIssue(): EditProblem | undefined {
    const { value } = this.title
    if (isBlank(value)) return { key: undefined, part: 'title', text: builderTexts.noTitle }
    if (!isLongerThan(value, TITLE_LENGTH)) return undefined
    return { key: undefined, part: 'title', text: builderTexts.longTitle(TITLE_LENGTH) }
  }

  #hasLeft(part: string): boolean {
    return this.#leftParts.value.has(part)
  }

  #markLeft(parts: readonly string[]): void {
    this.#leftParts.value = new Set([...this.#leftParts.value, ...parts])
  }
}

function problemIn({ questions }: Content): string | undefined {
  if (questions.length > MAX_QUESTIONS) return builderTexts.tooMany(MAX_QUESTIONS)
  const refusal = refusalOf(() => parseQuestions(questions))
  return refusal && sentence(refusal.message)
}

function partName(key: number | undefined, part: FormPart): string {
  return `${key} ${part}`
}
