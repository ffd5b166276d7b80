import type { JsonObject } from '../../values/json.ts'
import { hasNul, isBlank, isLongerThan } from '../../values/text.ts'
import type { QuestionGroup, Section } from '../groups/question-group.ts'
import { GROUP_TITLE_LENGTH, SECTION_TEXT_LENGTH, SURVEY_GROUP_TEXTS_LENGTH } from '../limits.ts'

/** What one question of an input becomes: plain questions in a row, and the group that shows them as one. */
export interface Grouped {
  readonly questions: readonly JsonObject[]
  /** Undefined for a single question, and where its texts do not fit into a group. */
  readonly group?: QuestionGroup
}

/** Whether the description of a question is in the title of its group. */
export function hasDescription({ group }: Grouped): boolean {
  return group?.kind === 'grid' || group?.kind === 'ranking'
}

/** Rows of a grid, or what is ranked. */
interface Rows {
  readonly text: string
  /** Becomes the second line of the title. */
  readonly description?: string | undefined
  readonly rows: readonly string[]
  readonly isRequired: boolean
  /** Position of the first question. */
  readonly from: number
}

/** An option beside which somebody who chooses it writes, and how the input calls it. */
export interface Written {
  readonly option: string
  readonly text: string
}

interface Choices {
  readonly text: string
  readonly options: readonly string[]
  readonly written?: Written | undefined
  readonly isRequired: boolean
  /** How many options have to be chosen if one is required, and how many may be. */
  readonly least?: number | undefined
  readonly most?: number | undefined
  /** Position of the first question. */
  readonly from: number
}

/** The heading of a section, and the position of the question that follows it. */
export interface Opening<Place> {
  readonly title: string
  readonly text: string
  readonly from: number
  readonly place: Place
}

/** What is not kept of a heading: all of it if no question follows or its title is too long, otherwise its text. */
export interface LeftOpening<Place> {
  readonly opening: Opening<Place>
  readonly reason: 'empty' | 'long_title' | 'long_text'
}

const OPTIONAL = { mode: 'optional' }

/** Makes groups from what readers find, as far as the lengths of their texts allow. */
export class QuestionGrouper {
  #left = SURVEY_GROUP_TEXTS_LENGTH

  /** A question with one answer. */
  choice(choices: Choices): Grouped {
    const { text, options, written, isRequired, from } = choices
    const question = choice(text, options, isRequired)
    if (written === undefined) return { questions: [question] }
    return { questions: [question, textBeside(written, from)], group: { kind: 'other', from, to: from + 1 } }
  }

  /** A question with several answers, of which only the last can have a text beside it. One with a single option is a plain one. */
  checkList(choices: Choices): Grouped {
    const { text, options, written, isRequired, least = 1, most = options.length, from } = choices
    if (options.length < 2) return this.choice(choices)
    const last = from + options.length - 1
    const own = written !== undefined && written.option === options.at(-1) ? [textBeside(written, last)] : []
    const min = Math.min(Math.max(1, least), options.length)
    const numbers = { ...(isRequired && { min }), ...(most >= min && most < options.length && { max: most }) }
    return {
      questions: [...options.map(option => choice(text, [option], false)), ...own],
      group: { kind: 'check_list', from, to: last + own.length, ...numbers },
    }
  }

  grid(rows: Rows, columns: readonly string[]): Grouped {
    return this.#titled('grid', rows, columns)
  }

  ranking(items: Rows): Grouped {
    const ranks = items.rows.map((_, at) => `${at + 1}`)
    return this.#titled('ranking', items, ranks)
  }

  /** What cannot have its text as a title becomes questions that have it in front of theirs. */
  #titled(kind: 'grid' | 'ranking', rows: Rows, options: readonly string[]): Grouped {
    const { text, description, rows: all, isRequired, from } = rows
    const title = description === undefined ? text : `${text}\n${description}`
    const isGroup = all.length > 1 && this.#takes(title, GROUP_TITLE_LENGTH)
    if (!isGroup) return { questions: all.map(row => choice(rowText(text, row), options, isRequired)) }
    const positions = { from, to: from + all.length - 1 }
    // Who has to rank all items has left out how many, and not each of them.
    const isRanking = kind === 'ranking'
    return {
      questions: all.map(row => choice(row, options, isRequired && !isRanking)),
      group: isRanking
        ? { kind, ...positions, title, ...(isRequired && { min: all.length }) }
        : { kind, ...positions, title },
    }
  }

  /** Each section ends where the next one begins. @param count of all questions */
  sections<Place>(openings: readonly Opening<Place>[], count: number): [Section[], LeftOpening<Place>[]] {
    const sections: Section[] = []
    const left: LeftOpening<Place>[] = []
    for (const [at, opening] of openings.entries()) {
      const { from, title, text } = opening
      const to = Math.min(openings[at + 1]?.from ?? count, count) - 1
      const isKept = to >= from && this.#takes(title, GROUP_TITLE_LENGTH)
      const hasText = isKept && this.#takes(text, SECTION_TEXT_LENGTH)
      if (isKept) sections.push({ kind: 'section', from, to, title, ...(hasText && { text }) })
      if (!isKept) left.push({ opening, reason: to < from ? 'empty' : 'long_title' })
      else if (!hasText && text !== '') left.push({ opening, reason: 'long_text' })
    }
    return [sections, left]
  }

  #takes(text: string, limit: number): boolean {
    const isTaken = !isBlank(text) && !hasNul(text) && !isLongerThan(text, limit) && text.length <= this.#left
    if (isTaken) this.#left -= text.length
    return isTaken
  }
}

/** The text of a row that stands for itself. */
export function rowText(text: string, row: string): string {
  const base = text.trim().replace(/\s*[:：]$/, '')
  return base === '' ? row : `${base}${/[.?!？؟…。！]$/.test(base) ? ' ' : ': '}${row}`
}

function choice(text: string, options: readonly string[], isRequired: boolean): JsonObject {
  return { type: 'multiple_choice', text, options, ...(!isRequired && { requirement: OPTIONAL }) }
}

function textBeside({ option, text }: Written, questionIndex: number): JsonObject {
  const conditions = [{ questionIndex, values: [option] }]
  return { type: 'free_text', text, requirement: { mode: 'conditional', when: { op: 'all', conditions } } }
}
