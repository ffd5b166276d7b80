import type { JsonObject } from '../../values/json.ts'
import { isBlank } from '../../values/text.ts'
import { MAX_QUESTIONS } from '../limits.ts'
import { type Decision, type Decisions, type NoteLine, ROLES, SCALE_DECISIONS, shortened } from './finding.ts'
import { FINDING_TEXTS as texts } from './finding-texts.ts'
import { type Grouped, type QuestionGrouper, rowText, type Written } from './grouped-questions.ts'
import type { OpenQuestion, ReadOption } from './open-question.ts'
import { takeSigns } from './option-signs.ts'
import { asksWhoAnswers } from './personal-words.ts'
import { rightOptions } from './right-options.ts'
import { isDemandToRate } from './text/bare-range.ts'
import { hasLine, isOther } from './text/other-words.ts'
import { rangeOfPoints } from './text/points.ts'
import { isOwnScale, isSameScale, type Range, wordsOfRange } from './text/scale.ts'
import type { SourceLine } from './text/source-line.ts'
import { isChoice } from './text/type-words.ts'

/** Items that are put in order, and how people are asked to. */
const MOST_RANKS = 20
const RANKING =
  /^(?:please )?(?:rank (?:the|these|your|all|each|in|from|them)\b|(?:put|order|sort|arrange) (?:these|the following|them)\b|(?:bitte )?(?:ordnen sie|ordne|bringen sie .* in (?:eine|die) reihenfolge|bringe? .* in (?:eine|die) reihenfolge)|classez\b|orden[ae]\b|classifique\b|ordina(?:te)?\b|rangschik\b)/iu
/** Numbers that become an option each. */
const MOST_POINTS = 21

/** Options of which each is another one, and the one beside which people write. */
interface Options {
  readonly all: readonly string[]
  readonly written: Written | undefined
}

/** Makes the questions of a survey from those that were found, and notes what does not fit. */
export class QuestionMaker {
  readonly #decisions: Decisions
  readonly #grouper: QuestionGrouper
  readonly #note: NoteLine

  constructor(decisions: Decisions, grouper: QuestionGrouper, note: NoteLine) {
    this.#decisions = decisions
    this.#grouper = grouper
    this.#note = note
  }

  /** The options that the keys of a question name. Several of them ask for several answers. */
  rightTexts(question: OpenQuestion): string[] {
    takeSigns(question, this.#note)
    const options = [...question.inline, ...question.options].map(({ text }) => text)
    const named = question.keys.map(key => ({ key, positions: rightOptions(options, key.text) }))
    for (const { key, positions } of named)
      if (positions.length === 0) this.#note(key.line, 'left_out', texts.key(), ROLES, { read: shortened(key.text) })
    const right = [...new Set(named.flatMap(({ positions }) => positions.map(at => options[at] ?? '')))]
    question.wantsSeveral ||= right.length > 1
    return right
  }

  /** @param from position of the first question that it becomes */
  make(sent: OpenQuestion, isRequired: boolean, from: number): Grouped[] {
    const question = withoutPoints(withoutDoubtfulRange(sent))
    const { range, type, line, text, inline, options } = question
    const isGrid = inline.length > 0 && options.length > 1
    if (isBlank(text) && !isGrid) {
      this.#note(line, 'left_out', texts.blankQuestion())
      return []
    }
    if (type === 'board') {
      this.#refuseOptions(question)
      return [single({ type: 'upvoted_question', text, ...(question.isModerated && { moderated: true }) }, isRequired)]
    }
    const isLabelled =
      range !== undefined && (inline.length > 0 || options.every(one => /^[-−]?\p{Nd}/u.test(one.text)))
    const answers =
      range === undefined || (isLabelled && inline.length + options.length > 0)
        ? undefined
        : this.#answersOf(question, range)
    if ((inline.length > 0 || answers !== undefined) && options.length > 1 && !isLabelled)
      return this.#grid(question, { answers, isRequired, from })
    if (answers !== undefined || (type === 'rating' && inline.length + options.length === 0)) {
      if (answers?.type !== 'multiple_choice' || options.length > 0) this.#refuseOptions(question)
      return [single(withText(answers ?? { type: 'rating' }, text + wordsBeside(range)), isRequired)]
    }
    return [this.#choiceOrText(question, isRequired, from)]
  }

  #choiceOrText(question: OpenQuestion, isRequired: boolean, from: number): Grouped {
    const { type, line, text, description, inline, options } = question
    const { all, written } = this.#distinct([...inline, ...options])
    const choices = { text, options: all, written, isRequired, most: question.most, from }
    if (all.length > 1 && all.length <= MOST_RANKS && RANKING.test(text)) {
      this.#noteUnwritten(line, written)
      const ranking = this.#grouper.ranking({ text, description, rows: all, isRequired, from })
      return this.#titled(question, ranking, texts.ranking)
    }
    const isLimited = question.most !== undefined && question.most > 1 && all.length > question.most
    if (type === 'several' || question.wantsSeveral || isLimited) return this.#checkList(question, choices)
    if (all.length > 0) return this.#grouper.choice(choices)
    if (type === 'yes_no') return this.#grouper.choice({ ...choices, options: ['Yes', 'No'] })
    if (isChoice(type)) this.#note(line, 'kept', texts.severalTexts())
    if (asksWhoAnswers(text)) this.#note(line, 'kept', texts.personal())
    return single({ type: 'free_text', text }, isRequired)
  }

  #checkList({ line, saysSeveral }: OpenQuestion, choices: Parameters<QuestionGrouper['checkList']>[0]): Grouped {
    const { options, written, from } = choices
    if (options.length === 0) {
      this.#note(line, 'kept', texts.severalTexts())
      return single({ type: 'free_text', text: choices.text }, choices.isRequired)
    }
    if (from + options.length > MAX_QUESTIONS) {
      this.#note(line, 'kept', texts.checkList())
      return this.#grouper.choice(choices)
    }
    if (written?.option !== options.at(-1)) this.#noteUnwritten(line, written)
    // The words that say so are not part of the question any more.
    if (saysSeveral) this.#note(line, 'kept', texts.several())
    return this.#grouper.checkList(choices)
  }

  #answersOf({ line, type }: OpenQuestion, range: Range): JsonObject {
    if (isOwnScale(range)) return { type: 'rating' }
    const { low, high } = range
    const words = wordsOfRange(range) ?? {}
    const count = Math.abs(high - low) + 1
    const decided = this.#decisions.get(line.number)
    const isScale = decided === 'scale' || (decided !== 'points' && (count > MOST_POINTS || type === 'rating'))
    const decisions: readonly Decision[] = count > MOST_POINTS ? ['scale'] : SCALE_DECISIONS
    const outcome = decided === 'scale' || decided === 'points' ? 'kept' : 'unsure'
    const message = isScale ? texts.scale(low, high) : texts.points(low, high)
    this.#note(line, outcome, message, decisions, { chosen: isScale ? 'scale' : 'points' })
    if (isScale) return { type: 'rating' }
    const step = Math.sign(high - low)
    const options = Array.from({ length: count }, (_, at) => String(low + at * step))
    const [first, last] = low <= high ? [words.lowest, words.highest] : [words.highest, words.lowest]
    if (first !== undefined) options[0] += ` (${first})`
    if (last !== undefined) options[count - 1] += ` (${last})`
    return { type: 'multiple_choice', options }
  }

  #grid(question: OpenQuestion, { answers, isRequired, from }: Rows): Grouped[] {
    const { line, description, options } = question
    const text = question.text.trim() + wordsBeside(question.range)
    const rows = options.map(row => row.text)
    const { all, written } = this.#distinct(answers === undefined ? question.inline : [])
    const columns = answers === undefined ? all : (answers.options as string[])
    this.#noteUnwritten(line, written)
    const lastLine = options.at(-1)?.line.number ?? line.number
    if (answers?.type === 'rating') {
      this.#note(line, 'kept', texts.ratings(rows.length), [], { lastLine })
      return rows.map(row => single(withText(answers, rowText(text, row)), isRequired))
    }
    if (!question.wantsSeveral)
      return [
        this.#titled(question, this.#grouper.grid({ text, description, rows, isRequired, from }, columns), texts.grid),
      ]
    // Several answers in each row, which is said of the first.
    let next = from
    return rows.map((row, at) => {
      const own = { ...question, saysSeveral: question.saysSeveral && at === 0 }
      const made = this.#checkList(own, { text: rowText(text, row), options: columns, isRequired, from: next })
      next += made.questions.length
      return made
    })
  }

  /** Says of an option with a text that it has none here. */
  #noteUnwritten(line: SourceLine, written: Written | undefined): void {
    if (written !== undefined) this.#note(line, 'kept', texts.other())
  }

  /** Says why it is no group, if its title does not fit. */
  #titled({ line, text, options }: OpenQuestion, made: Grouped, message: (rows: number) => string): Grouped {
    const lastLine = options.at(-1)?.line.number ?? line.number
    const rows = made.questions.length
    const reason = isBlank(text) ? texts.untitledGrid : message
    if (made.group === undefined && rows > 1) this.#note(line, 'kept', reason(rows), [], { lastLine })
    return made
  }

  #refuseOptions({ options }: OpenQuestion): void {
    for (const { line } of options) this.#note(line, 'left_out', texts.ratingOptions(), ROLES)
  }

  #distinct(options: readonly ReadOption[]): Options {
    const seen = new Set<string>()
    let written: Written | undefined
    // Where each is ticked, ticks are bullets.
    const areTicksMeant = options.some(({ isTicked }) => isTicked !== true)
    for (const { text, line, isTicked } of options) {
      if (isTicked === true && areTicksMeant) this.#note(line, 'kept', texts.ticked())
      const isToWrite = isOther(text) || hasLine(text)
      const option = isToWrite ? text.replace(/[\s:：._…]+$/, '') : text
      if (isToWrite && written !== undefined) this.#note(line, 'kept', texts.other())
      if (isToWrite) written ??= { option, text: text.replace(/[\s._…]+$/, '') }
      if (seen.has(option)) this.#note(line, 'left_out', texts.repeated())
      seen.add(option)
    }
    return { all: [...seen], written }
  }
}

interface Rows {
  /** How each row is answered; undefined if the question names its options. */
  readonly answers: JsonObject | undefined
  readonly isRequired: boolean
  readonly from: number
}

/** A question without options that are only the points of the scale that it has named. */
function withoutPoints(question: OpenQuestion): OpenQuestion {
  const { range, inline, options, keys } = question
  const points = rangeOfPoints([...inline, ...options].map(({ text }) => text))
  return keys.length === 0 && isSameScale(points, range) ? { ...question, inline: [], options: [] } : question
}

/**
 * Options below a question that does not demand to rate them are its answers, and the numbers behind it are text. Those of
 * what is put in order are the ranks.
 */
function withoutDoubtfulRange(question: OpenQuestion): OpenQuestion {
  const { text, range, inline, options } = question
  if (range !== undefined && RANKING.test(text) && inline.length === 0 && options.length > 1)
    return { ...question, text: text + (range.bare ?? ''), range: undefined }
  const isDoubtful = range?.bare !== undefined && inline.length + options.length > 0 && !isDemandToRate(text)
  if (!isDoubtful || options.every(one => /^[-−]?\p{Nd}/u.test(one.text))) return question
  return { ...question, text: text + range.bare, range: undefined }
}

function single(question: JsonObject, isRequired: boolean): Grouped {
  return { questions: [isRequired ? question : { ...question, requirement: { mode: 'optional' } }] }
}

/** A question with its members ordered as in survey files. */
function withText({ type = 'rating', ...answers }: JsonObject, text: string): JsonObject {
  return { type, text, ...answers }
}

/** What stood beside a scale, if nothing says which of its ends it is about. */
function wordsBeside(range: Range | undefined): string {
  const isLeft = range !== undefined && range.words !== '' && wordsOfRange(range) === undefined
  return isLeft ? ` (${range.words})` : ''
}
