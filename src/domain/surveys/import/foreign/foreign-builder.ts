import { isBlank } from '../../../values/text.ts'
import type { Fate, ForeignItem, ForeignNote, ForeignScale, ForeignSurvey, Path, Subject } from './foreign-survey.ts'

/** An option as a file has it. */
interface SentOption {
  readonly text: string
  readonly path: Path
}

/** Collects what a file of another tool says. */
export class ForeignBuilder {
  readonly #items: ForeignItem[] = []
  readonly #notes: ForeignNote[] = []

  /** What has no text is called by its description, or left out if it has none either. */
  add({ text: sent, description: more, ...item }: ForeignItem): void {
    const [text, description] = [plain(sent), plain(more ?? '')]
    if (text === '') this.note(item.path, 'other', description === '' ? 'left_out' : 'unsure')
    if (text === '' && description === '') return
    const texts = text === '' ? { text: description } : { text, ...(description !== '' && { description }) }
    const right = item.right === undefined ? {} : { right: item.right.map(plain) }
    this.#items.push({ ...item, ...texts, ...right })
  }

  /** A scale that is not that of our ratings is noted. */
  addScale(scale: ForeignScale, item: Omit<ForeignItem, 'kind'>): void {
    if (scale.from !== 1 || scale.to !== 10) this.note(item.path, 'scale', 'unsure')
    this.add({ ...item, kind: 'rating', scale })
  }

  note(path: Path, subject: Subject, fate: Fate = 'left_out'): void {
    this.#notes.push({ path, subject, fate })
  }

  /** Texts of options, each once. Blank ones and repetitions are noted. */
  options(sent: readonly SentOption[]): string[] {
    const options = new Set<string>()
    for (const { text, path } of sent) {
      const option = plain(text)
      if (isBlank(option)) this.note(path, 'other')
      else if (options.has(option)) this.note(path, 'duplicate_option')
      else options.add(option)
    }
    return [...options]
  }

  /** Questions past which an answer can lead need not be answered. @param pathOf where it says that they have to be */
  makeOptional(canBeSkipped: (item: ForeignItem) => boolean, pathOf: (item: ForeignItem) => Path): void {
    for (const [at, item] of this.#items.entries()) {
      if (!item.required || item.when !== undefined || !canBeSkipped(item)) continue
      this.#items[at] = { ...item, required: false }
      this.note(pathOf(item), 'condition', 'optional')
    }
  }

  /** Requires a question only after certain answers. */
  requireWhen(at: number, when: NonNullable<ForeignItem['when']>): void {
    this.limit(at, when)
    const item = this.#items[at]
    if (item !== undefined) this.#items[at] = { ...item, required: true }
  }

  /** Requires a question only after certain answers, if it is required at all. */
  limit(at: number, when: NonNullable<ForeignItem['when']>): void {
    const item = this.#items[at]
    if (item !== undefined) this.#items[at] = { ...item, when }
  }

  /** Nobody has to answer a question. */
  release(at: number): void {
    const item = this.#items[at]
    if (item !== undefined) this.#items[at] = { ...item, required: false }
  }

  get items(): readonly ForeignItem[] {
    return this.#items
  }

  finish(texts: Pick<ForeignSurvey, 'title' | 'introduction' | 'thanks'>): ForeignSurvey {
    const given = Object.entries(texts).flatMap(([name, text]) => {
      const kept = plain(text ?? '')
      return kept === '' ? [] : [[name, kept]]
    })
    return { ...Object.fromEntries(given), items: this.#items, notes: this.#notes }
  }

  /** As `finish`, of slides and cards that are shown one by one. */
  finishDeck(texts: Pick<ForeignSurvey, 'title' | 'introduction'>): ForeignSurvey {
    return { ...this.finish(texts), isDeck: true }
  }
}

/** A text in which blanks are single. Its lines stay. */
function plain(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}
