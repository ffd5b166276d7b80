import { contentBytes } from '../values/content-bytes.ts'
import { Refusal } from '../values/refusal.ts'
import { sumOf } from '../values/sum.ts'
import { ITEM_TEXTS_IN_PAGE, mostListed } from './board-room.ts'
import type { Positions, QuestionGroup } from './groups/question-group.ts'
import { PAGE_BYTES } from './limits.ts'
import type { Requirement } from './requirement.ts'
import { type RuleNames, ruleNames } from './rule-names.ts'
import type { ScaleWords } from './scale-words.ts'

/** The parts of a survey that have no small bound of their own, as its page shows them. */
export interface PageParts {
  readonly questions: readonly PageQuestion[]
  readonly questionSettings: readonly (PageSettings | null)[]
  readonly groups: readonly QuestionGroup[]
}

export interface PageQuestion {
  readonly type: string
  readonly text: string
  readonly options: ReadonlyMap<string, number>
  readonly requirement: Requirement
}

interface PageSettings {
  readonly description?: string
  readonly scale_words?: ScaleWords
}

/**
 * The most bytes of markup that each part takes beside its texts, in any language: `test/limits/page-size.test.ts` renders
 * them. Title, introduction, styles and scripts are in `frame`.
 */
const MARKUP = {
  frame: 60_000,
  question: 375,
  rating: 790,
  board: 1_750,
  item: 420,
  option: 67,
  /** In a grid, beside that of its option. */
  cell: 44,
  condition: 55,
  value: 13,
  position: 4,
  description: 65,
  scaleWord: 32,
  group: 400,
  section: 125,
}
/** The most bytes of a UTF-16 code unit in an item, whose text is there twice: of a carriage return. */
const ITEM_UNIT = 10

/**
 * @param before the survey before a change; one created under looser limits keeps what it has
 * @throws Refusal if the page that respondents answer on would be too large
 */
export function checkPageSize(after: PageParts, before?: PageParts): void {
  const bytes = pageBytes(after)
  if (bytes > PAGE_BYTES && (before === undefined || bytes > pageBytes(before))) throw new Refusal('page_too_large')
}

/** The most bytes that the page can have on which respondents answer, with full boards. */
export function pageBytes({ questions, questionSettings, groups }: PageParts): number {
  const names = ruleNames(questions)
  return (
    MARKUP.frame +
    boardsBytes(questions) +
    sumOf(questions, question => questionBytes(question) + ruleBytes(question, questions, names)) +
    sumOf(questionSettings, settingsBytes) +
    sumOf(groups, group => groupBytes(group, questions))
  )
}

/** Of what is asked on boards. */
function boardsBytes(questions: readonly PageQuestion[]): number {
  const boards = questions.filter(({ type }) => type === 'upvoted_question').length
  if (boards === 0) return 0
  return mostListed(boards) * MARKUP.item + ITEM_TEXTS_IN_PAGE * ITEM_UNIT
}

function questionBytes({ type, text, options }: PageQuestion): number {
  const scale = type === 'rating' ? MARKUP.rating : 0
  const board = type === 'upvoted_question' ? MARKUP.board : 0
  return MARKUP.question + scale + board + contentBytes(text) + sumOf([...options.keys()], optionBytes)
}

function optionBytes(option: string): number {
  return MARKUP.option + contentBytes(option)
}

/** Rules are there twice: in words, and for the script. */
function ruleBytes({ requirement }: PageQuestion, questions: readonly PageQuestion[], names: RuleNames): number {
  if (typeof requirement === 'string') return 0
  return sumOf(requirement.conditions, condition => {
    const { text = '' } = questions[condition.questionIndex] ?? {}
    const named = sumOf(names.values(condition), value => MARKUP.value + contentBytes(value))
    return MARKUP.condition + contentBytes(names.name(text)) + named + condition.values.length * MARKUP.position
  })
}

function settingsBytes(settings: PageSettings | null): number {
  const { description, scale_words = {} } = settings ?? {}
  const words = sumOf(Object.values(scale_words), word => MARKUP.scaleWord + contentBytes(word))
  return words + (description === undefined ? 0 : MARKUP.description + contentBytes(description))
}

/** What a group adds to its questions. A link in the text of a section is there twice. */
function groupBytes(group: QuestionGroup, questions: readonly PageQuestion[]): number {
  const title = 'title' in group ? contentBytes(group.title) : 0
  if (group.kind === 'section') return MARKUP.section + title + 2 * contentBytes(group.text ?? '')
  return MARKUP.group + title + (group.kind === 'grid' ? gridBytes(group, questions) : 0)
}

function gridBytes({ from, to }: Positions, questions: readonly PageQuestion[]): number {
  const columns = [...(questions[from]?.options.keys() ?? [])]
  return sumOf(columns, optionBytes) + (to - from + 1) * columns.length * MARKUP.cell
}
