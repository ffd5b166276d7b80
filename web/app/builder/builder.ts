import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Content } from '../../../src/account/contract.ts'
import type { TextLanguage } from '../../../src/domain/surveys/languages/text-language.ts'
import { TITLE_LENGTH } from '../../../src/domain/surveys/limits.ts'
import { parseQuestions } from '../../../src/domain/surveys/question.ts'
import { NO_TEXTS, type SurveyTexts } from '../../../src/domain/surveys/survey-settings/survey-texts.ts'
import type { Theme } from '../../../src/domain/surveys/survey-settings/theme.ts'
import { refusalOf } from '../../../src/domain/values/refusal.ts'
import { isBlank, isLongerThan } from '../../../src/domain/values/text.ts'
import { type Draft, questionsOf, withoutEndBlanks } from '../../ui/questions/draft.ts'
import { groupsOf } from '../../ui/questions/draft-groups.ts'
import { settingsOf } from '../../ui/questions/draft-settings.ts'
import { type EditProblem, type FormPart, NOTHING_LOCKED } from '../../ui/questions/edit-impact.ts'
import type { QuestionEditor } from '../../ui/questions/question-editor.ts'
import { refusedIssue } from '../../ui/questions/question-issues.ts'
import { keptTexts } from '../../ui/settings/survey-texts-fields.tsx'
import { builderTexts } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import { Autosave, type AutosaveOptions } from './autosave.ts'
import { draftOf } from './content.ts'
import { rowIssues } from './groups/group-issues.ts'
import { entriesOf, entryWith, type Row, rowsOf } from './groups/rows.ts'

/** What the middle of the page shows. On a narrow page, nothing else is visible. */
export type Pane = 'outline' | 'question' | 'texts' | 'theme' | 'preview'

/** A draft or a template while it is being edited. */
export class Builder implements QuestionEditor {
  readonly kind: 'draft' | 'template'
  readonly id: string
  readonly title = signal('')
  readonly theme = signal<Theme | null>(null)
  /** Null where it is found from the texts. */
  readonly language = signal<string | null>(null)
  readonly isPaced = signal(false)
  readonly isRevealedAtOnce = signal(false)
  readonly texts = signal<SurveyTexts>(NO_TEXTS)
  /** What is found from the texts, whatever is chosen; empty before the script that finds it has loaded. */
  readonly foundLanguage = signal('')
  /** As chosen or found. */
  readonly textLanguage = signal<TextLanguage>({ lang: '', dir: 'ltr' })
  readonly draft: ReadonlySignal<Draft>
  readonly locked = signal(NOTHING_LOCKED)
  readonly problems: ReadonlySignal<readonly EditProblem[]>
  /** The problem with the title; undefined while it is being typed. */
  readonly titleProblem: ReadonlySignal<string | undefined>
  readonly openKey = signal<number | undefined>(undefined)
  readonly pane = signal<Pane>('outline')
  readonly announcement = signal('')
  /** The problems found by the last attempt to publish that still exist. */
  readonly listedProblems: ReadonlySignal<readonly EditProblem[]>
  readonly saving: Autosave
  readonly #draft = signal<Draft>(draftOf([]))
  #isTitleTyped = false
  readonly #leftParts = signal<ReadonlySet<string>>(new Set())
  /**
   * The parts that had a problem at the last attempt to publish. A list that grew would move the form that is being
   * filled in.
   */
  readonly #listedParts = signal<ReadonlySet<string>>(new Set())

  /** @param content the initial content, which may be newer than the stored one */
  constructor(kind: 'draft' | 'template', options: AutosaveOptions, content: Content) {
    this.kind = kind
    this.id = options.id
    this.draft = this.#draft
    this.saving = new Autosave(options)
    this.titleProblem = computed(() => (this.#hasLeft(undefined, 'title') ? this.#titleIssue()?.text : undefined))
    this.problems = computed(() =>
      rowIssues(this.#draft.value).filter(({ key, part }) => part === undefined || this.#hasLeft(key, part)),
    )
    this.listedProblems = computed(() =>
      this.#allProblems().filter(({ key, part }) => this.#listedParts.value.has(partName(key, part))),
    )
    this.show(content)
    this.openKey.value = entriesOf(this.#draft.value)[0]?.key
    if (this.isNew) this.pane.value = 'question'
  }

  /** Whether nothing has been written yet. */
  get isNew(): boolean {
    const { questions } = this.#draft.value
    return isBlank(this.title.value) && questions.every(({ text }) => isBlank(String(text)))
  }

  get content(): Content {
    return {
      title: this.title.value,
      questions: questionsOf(this.#draft.value),
      question_settings: settingsOf(this.#draft.value),
      texts: keptTexts(this.texts.value),
      groups: groupsOf(this.#draft.value),
      theme: this.theme.value,
      language: this.language.value,
      paced: this.isPaced.value,
      revealed_at_once: this.isRevealedAtOnce.value,
    }
  }

  /** Replaces everything without saving. */
  show(content: Content): void {
    const {
      title,
      questions,
      question_settings: settings,
      texts,
      theme,
      language = null,
      paced = false,
      revealed_at_once: isRevealedAtOnce = false,
      groups,
    } = content
    batch(() => {
      this.title.value = title
      this.theme.value = theme
      this.language.value = language
      this.isPaced.value = paced
      this.isRevealedAtOnce.value = isRevealedAtOnce
      this.texts.value = texts ?? NO_TEXTS
      this.#draft.value = draftOf(questions, settings, groups)
      this.#leftParts.value = new Set()
      this.#listedParts.value = new Set()
      if (rowPosition(this.#draft.value, this.openKey.value) < 0)
        this.openKey.value = entriesOf(this.#draft.value)[0]?.key
    })
  }

  /** Replaces everything and saves it. */
  replace(content: Content): void {
    this.show(content)
    this.saving.change(this.content)
  }

  edit(next: Draft | undefined): void {
    if (next === undefined) return
    const at = rowPosition(this.#draft.value, this.openKey.value)
    batch(() => {
      this.#draft.value = next
      // After a deletion, the neighbour is open.
      if (at >= 0 && rowPosition(next, this.openKey.value) < 0) {
        const rows = namedRows(next)
        this.openKey.value = (rows[at] ?? rows.at(-1))?.key
      }
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

  chooseLanguage(language: string | null): void {
    this.language.value = language
    this.saving.change(this.content)
  }

  choosePace(isPaced: boolean): void {
    this.isPaced.value = isPaced
    this.saving.change(this.content)
  }

  revealAtOnce(isChosen: boolean): void {
    this.isRevealedAtOnce.value = isChosen
    this.saving.change(this.content)
  }

  write(texts: SurveyTexts): void {
    this.texts.value = texts
    this.saving.change(this.content)
  }

  leave(key: number | undefined, part: FormPart): void {
    this.#markLeft([partName(key, part)])
  }

  /** The title has the focus when a new survey is opened; leaving it empty at first is not an error. */
  leaveTitle(): void {
    if (this.#isTitleTyped) this.leave(undefined, 'title')
  }

  /** @param key of an entry, of a section, or of a question of a group */
  open(key: number | undefined): void {
    const draft = this.#draft.value
    batch(() => {
      this.openKey.value = rowPosition(draft, key) < 0 ? entryWith(draft, key)?.key : key
      this.pane.value = 'question'
    })
  }

  /**
   * Lists all problems, including those in fields that have not been left, after removing blanks at the ends of texts.
   * @returns whether there are none
   */
  check(): boolean {
    this.#trim()
    const problems = this.#allProblems()
    const parts = problems.map(({ key, part }) => partName(key, part))
    batch(() => {
      this.#markLeft(parts)
      this.#listedParts.value = new Set(parts)
    })
    return problems.length === 0
  }

  #trim(): void {
    const title = this.title.value.trim()
    const draft = withoutBlanksInGroups(withoutEndBlanks(this.#draft.value))
    if (title !== this.title.value) this.rename(title)
    if (draft !== this.#draft.value) this.edit(draft)
  }

  /** The problems that prevent publishing, including those that only the domain's rules find. */
  #allProblems(): readonly EditProblem[] {
    const draft = this.#draft.value
    const title = this.#titleIssue()
    const found = [...(title === undefined ? [] : [title]), ...rowIssues(draft)]
    if (draft.questions.length === 0) return [...found, { key: undefined, text: words.questions.problem.noQuestions }]
    return found.length === 0 ? refusedIssues(draft) : found
  }

  #titleIssue(): EditProblem | undefined {
    const { value } = this.title
    if (isBlank(value)) return { key: undefined, part: 'title', text: builderTexts.noTitle }
    if (!isLongerThan(value, TITLE_LENGTH)) return undefined
    return { key: undefined, part: 'title', text: builderTexts.longTitle(TITLE_LENGTH) }
  }

  #hasLeft(key: number | undefined, part: FormPart): boolean {
    return this.#leftParts.value.has(partName(key, part))
  }

  #markLeft(parts: readonly string[]): void {
    this.#leftParts.value = new Set([...this.#leftParts.value, ...parts])
  }
}

function refusedIssues(draft: Draft): EditProblem[] {
  const refusal = refusalOf(() => parseQuestions(questionsOf(draft)))
  if (refusal === undefined) return []
  const { key, text } = refusedIssue(draft, refusal.message)
  return [{ key: entryWith(draft, key)?.key, text }]
}

function withoutBlanksInGroups(draft: Draft): Draft {
  const isBlunt = (text: string | undefined) => text !== text?.trim()
  if (!draft.groups.some(({ title, text }) => isBlunt(title) || isBlunt(text))) return draft
  const groups = draft.groups.map(one => ({ ...one, title: one.title?.trim(), text: one.text?.trim() }))
  return { ...draft, groups }
}

/** The rows that can be opened. */
function namedRows(draft: Draft): readonly Row[] {
  return rowsOf(draft).filter(({ type }) => type !== 'end')
}

/** The position of the row with a key among those that can be opened, or -1. */
function rowPosition(draft: Draft, key: number | undefined): number {
  return namedRows(draft).findIndex(row => row.key === key)
}

function partName(key: number | undefined, part: FormPart | undefined): string {
  return `${key} ${part}`
}
