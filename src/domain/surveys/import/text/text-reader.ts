import { CopiedChoices, isDescriptionOf, takeCopiedAnswers, takeLimit } from '../copied-page.ts'
import { type Decision, type Decisions, HEADING_ROLES, ROLES } from '../finding.ts'
import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import { answerFieldIn, beginsSection } from '../page-words.ts'
import { SurveyAssembly } from '../survey-assembly.ts'
import { addTable } from '../tables/table-questions.ts'
import { isUntitledGrid } from '../tables/tables.ts'
import { haveCheckBoxes } from './exclusive-options.ts'
import {
  addDescription,
  answersIn,
  fieldIn,
  isCommentField,
  isFormField,
  isOfQuestionAbove,
  setField,
} from './field-lines.ts'
import { gappedOptions, IN_BRACKETS, inlineOptions, optionsIn, rowOfOptions } from './inline-options.ts'
import { DEEPER, type Item, isNamedList, isPart } from './list-roles.ts'
import { outsideOf } from './outside-survey.ts'
import { areStarsOfOptions, isStarredOnly, mayBePlainOption } from './plain-options.ts'
import { rangeInRow, takeEnds } from './points.ts'
import { asks, joinedMarks, markNamed, readMarks } from './question-marks.ts'
import { isRatedAbove } from './rated-items.ts'
import { addsTo, isScale, rangeAlone } from './scale.ts'
import { LINE_LENGTH } from './source-line.ts'
import { BOARD, headingLevel, isOnlyAsking, itemOf, type TextItems } from './text-items.ts'
import { isProse, isTitleLine, PART, SIGNED } from './title-line.ts'

const TICKED = /[xX✓✔☑☒]/

/** Reads the items of a text into a survey. */
export class TextReader {
  readonly assembly: SurveyAssembly
  readonly #decisions: Decisions
  readonly #text: TextItems
  readonly #items: readonly Item[]
  /** Whether the questions are items of lists, so that other lines are hardly questions. */
  readonly #isListed: boolean
  /** Why an item is no part of the survey. */
  readonly #outside: (item: Item) => string | undefined
  /** Levels of headings that are questions. */
  readonly #questionLevels = new Set<number>()
  readonly #choices: CopiedChoices
  /** Whether the lines below are options, because one says so. */
  #isNamingOptions = false

  constructor(text: TextItems, decisions: Decisions) {
    this.#text = text
    this.#items = text.items
    this.#isListed = text.items.filter(({ role }) => role === 'question').length > 1
    this.#outside = outsideOf(text)
    this.#decisions = decisions
    this.assembly = new SurveyAssembly(decisions)
    this.#choices = new CopiedChoices(this.assembly)
    for (const line of text.overlong) this.assembly.note(line, 'left_out', texts.longLine(LINE_LENGTH))
  }

  addAll(): void {
    for (let at = 0; at < this.#items.length && !this.assembly.isFull; ) {
      const { line } = this.#items[at] as Item
      const table = this.#decisions.has(line.number) ? undefined : this.#text.tables.get(line.number)
      if (table === undefined) at += this.#add(at)
      else {
        addTable(this.assembly, table, this.#items[at - 1]?.line)
        at++
      }
    }
    this.#choices.finish()
  }

  /** @returns how many items it has taken */
  #add(at: number): number {
    const item = this.#items[at] as Item
    const { line, text, marker } = item
    const decision = this.#decisions.get(line.number)
    const field = marker === undefined ? (fieldIn(text) ?? answersIn(text, this.assembly.last)) : undefined
    if (decision !== undefined && decision !== 'scale' && decision !== 'points') return this.#addDecided(at, decision)
    if (takeLimit(line, this.assembly.last)) return 1
    const outside = this.#outside(item)
    if (outside !== undefined) this.assembly.note(line, 'left_out', outside, HEADING_ROLES, { chosen: 'leave_out' })
    else if (item.isHeading) this.#addHeading(item, at)
    else if (marker === undefined && BOARD.test(text)) this.#addBoard(item)
    else if (field?.field === 'title' && this.#setTitle(field.value)) return 1
    else if (field?.field === 'description' && this.assembly.last === undefined && field.value !== '')
      this.assembly.addIntroduction({ ...line, text: field.value })
    else if (field?.field === 'question' && field.value !== '')
      this.#addQuestion(itemOf({ ...line, text: field.value }))
    else if (field !== undefined && setField(this.assembly, field, line)) {
      if (field.field === 'options') this.#isNamingOptions = field.value === ''
    } else if (item.role === 'option' || (this.#isNamingOptions && marker !== undefined && !item.isQuestion))
      this.#addOption(item)
    else if (item.role === 'question') this.#addListQuestion(at)
    else return this.#addPlain(at)
    return 1
  }

  #setTitle(value: string): boolean {
    if (value === '' || this.assembly.last !== undefined || this.assembly.title !== undefined) return false
    this.assembly.title = value
    return true
  }

  #addDecided(at: number, decision: Exclude<Decision, 'scale' | 'points'>): number {
    const { assembly } = this
    const item = this.#items[at] as Item
    const run = decision === 'option' && item.marker === undefined ? Math.max(1, this.#plainRun(at)) : 1
    const list = this.#items.slice(at, at + run)
    const { last } = assembly
    const isOut = decision === 'leave_out' || (/^option|^description/.test(decision) && last === undefined)
    const lastLine = list.at(-1)?.line.number ?? item.line.number
    const isHeading = item.isHeading || item.line.isBold || PART.test(item.text) || decision === 'section'
    const roles = isHeading ? HEADING_ROLES : assembly.roles
    assembly.note(item.line, isOut ? 'left_out' : 'kept', texts.decided(decision, last?.text), roles, {
      chosen: decision,
      lastLine,
    })
    for (const one of isOut ? [] : list) {
      if (decision === 'question') this.#addQuestion(one)
      else if (decision === 'option') assembly.addOption(one.line, one.text)
      else if (decision === 'description' && last !== undefined) addDescription(last, one.text)
      else if (decision === 'section') assembly.addSection(one.line, one.text)
      else assembly.addText(one.line)
    }
    return run
  }

  #addHeading(item: Item, at: number): void {
    const { assembly } = this
    const level = headingLevel(item.line.text)
    const isClear = item.isQuestion || this.#hasOptionsBelow(at)
    if (isClear || (this.#questionLevels.has(level) && this.#isEmptySection(at, level))) {
      if (!isClear) assembly.note(item.line, 'unsure', texts.plainQuestion(), ROLES, { chosen: 'question' })
      this.#questionLevels.add(level)
      this.#addQuestion(item)
    } else if (assembly.title === undefined && assembly.last === undefined) assembly.title = item.text
    else assembly.addSection(item.line, item.text)
    this.#isNamingOptions = false
  }

  /** Whether nothing belongs to a heading. */
  #isEmptySection(at: number, level: number): boolean {
    const next = this.#items[at + 1]
    return next === undefined || (next.isHeading && headingLevel(next.line.text) <= level)
  }

  #addBoard({ line }: Item): void {
    const [, text = ''] = BOARD.exec(line.text) ?? []
    this.assembly.addQuestion(line, readMarks(text), 'board')
  }

  #addQuestion({ line, marked }: Item): void {
    this.#isNamingOptions = false
    const { last } = this.assembly
    if (marked.text === '' && last !== undefined) {
      // Marks that stand below the question.
      last.range ??= marked.range
      last.isOptional ??= marked.isOptional
      last.wantsSeveral ||= marked.wantsSeveral
      last.saysSeveral ||= marked.wantsSeveral
      last.most ??= marked.most
      return
    }
    const inline = marked.range === undefined ? inlineOptions(marked.text) : undefined
    if (inline === undefined) this.assembly.addQuestion(line, { ...marked, text: marked.text.trim() })
    else {
      const before = readMarks(inline.text)
      const both = { ...joinedMarks(before, marked), text: before.text.trim(), range: undefined }
      const question = this.assembly.addQuestion(line, both, undefined, inline.options)
      if (inline.right !== undefined) question.keys.push({ text: inline.right, line })
    }
  }

  #addListQuestion(at: number): void {
    const item = this.#items[at] as Item
    const { last } = this.assembly
    if (last?.range !== undefined && last.inline.length === 0 && isRatedAbove(item.marked, last)) {
      this.assembly.addOption(item.line, item.marked.text)
      return
    }
    if (isPart(this.#items, at)) {
      this.assembly.addSection(item.line, item.line.text)
      return
    }
    if (item.isGuessed) this.#addGuessed(item)
    else this.#addQuestion(item)
  }

  #addOption({ line, text, marker }: Item): void {
    const { last } = this.assembly
    const isTicked = marker?.kind === 'box' && TICKED.test(marker.sign)
    for (const option of rowOfOptions(marker, line.text) ?? [text]) this.assembly.addOption(line, option, isTicked)
    if (last !== undefined && marker?.kind === 'box') last.wantsSeveral = last.saysSeveral || haveCheckBoxes(last)
  }

  #hasOptionsBelow(at: number): boolean {
    const [item, next] = [this.#items[at] as Item, this.#items[at + 1]]
    if (next === undefined || next.isHeading) return false
    const table = this.#text.tables.get(next.line.number)
    if (next.role === 'option' || isOfQuestionAbove(next.text)) return true
    if (isUntitledGrid(table) || isNamedList(this.#items, at)) return true
    if (next.marker !== undefined || this.#outside(next) !== undefined) return false
    if (next.line.indent >= item.line.indent + DEEPER) return true
    return !next.isSpaced && !next.isQuestion && (optionsIn(next.text)?.length ?? 0) > 1
  }

  /** A line that nothing marks. @returns how many items it has taken */
  #addPlain(at: number): number {
    const item = this.#items[at] as Item
    const { last } = this.assembly
    const taken = this.#text.isPage ? this.#addOfPage(at) : 0
    if (taken > 0) return taken
    const isFresh = last !== undefined && last.options.length + last.inline.length === 0
    const found = isFresh ? (rangeAlone(item.text) ?? rangeInRow(item.text)) : undefined
    const range = found !== undefined && addsTo(last?.range, found) ? found : undefined
    const bare = item.text.replace(/^[([（]|[)\]）]$/g, '')
    if (isFresh && range !== undefined && isScale(range)) last.range = range
    else if (isFresh && takeEnds(last, item.line.raw)) return 1
    else if (last !== undefined && markNamed(bare) !== undefined)
      this.#addQuestion({ ...item, marked: readMarks(`(${bare})`) })
    else if (item.isQuestion && !(isFresh && isStarredOnly(item))) this.#addAsking(item)
    else if (isFresh && this.#addRow(item)) return 1
    else if (this.#hasOptionsBelow(at)) this.#addQuestion(item)
    else return this.#addUnmarked(at)
    return 1
  }

  /** A line that asks. Above a list of questions it may be what a mail asks, such as to answer them. */
  #addAsking(item: Item): void {
    if (this.assembly.last === undefined && this.#isListed && isOnlyAsking(item))
      this.assembly.note(item.line, 'unsure', texts.askingAbove(), ROLES, { chosen: 'question' })
    this.#addQuestion(item)
  }

  /** A line of a copied page, whose neighbours say what it is. @returns how many items it has taken */
  #addOfPage(at: number): number {
    const { assembly } = this
    const [above, item, below] = [this.#items[at - 1], this.#items[at] as Item, this.#items[at + 1]]
    const [field, last] = [answerFieldIn(below?.text ?? ''), assembly.last]
    if (last !== undefined && isDescriptionOf(last, this.#items, at)) {
      assembly.note(item.line, 'unsure', texts.plainDescription(last.text), assembly.roles, { chosen: 'description' })
      addDescription(last, item.text)
    } else if (above !== undefined && beginsSection(above.text) && !item.isQuestion) {
      if (assembly.title === undefined && assembly.last === undefined) assembly.title = item.text
      else assembly.addSection(item.line, item.text)
    } else if (field === 'file') assembly.note(item.line, 'left_out', texts.file(), ROLES)
    else if (item.isQuestion && below?.isQuestion === true && !below.isSpaced)
      assembly.note(item.line, 'unsure', texts.description(), ROLES, { chosen: 'leave_out' })
    else if (field === undefined) return 0
    else {
      this.#addQuestion(item)
      if (field === 'date') assembly.note(item.line, 'kept', texts.date())
    }
    return 1
  }

  /** Options in a row below their question, as in `Yes / No`. */
  #addRow({ line, text, isSpaced }: Item): boolean {
    const [, inner] = IN_BRACKETS.exec(text) ?? []
    const clear = isSpaced ? undefined : optionsIn(inner ?? text, inner !== undefined)
    const options = clear ?? (isSpaced ? undefined : gappedOptions(line.raw))
    const { last } = this.assembly
    if (options === undefined || last === undefined || options.length < 2) return false
    if (clear === undefined)
      this.assembly.note(line, 'unsure', texts.plainOptions(last.text), ROLES, { chosen: 'option' })
    last.inline = options.map(option => ({ text: option, line }))
    return true
  }

  #addUnmarked(at: number): number {
    const { assembly } = this
    const item = this.#items[at] as Item
    const { line, text } = item
    const taken = this.#addPlainOptions(at)
    if (taken > 0) return taken
    if (item.isQuestion) this.#addAsking(item)
    else if (this.#isTitle(at)) {
      assembly.title = text
      assembly.note(line, 'kept', texts.title(), ['question', 'text', 'leave_out'])
    } else if (PART.test(text) || line.isBold) {
      assembly.note(line, 'kept', texts.section(), HEADING_ROLES, { chosen: 'section' })
      assembly.addSection(line, text)
    } else if (assembly.last !== undefined && isCommentField(text)) this.#addQuestion(item)
    else if (isFormField(this.#items, at)) this.#addGuessed(item)
    else if (isProse(text) && assembly.addSectionText(line))
      assembly.note(line, 'kept', texts.sectionText(), HEADING_ROLES)
    else if (isProse(text) && this.#text.isPage && assembly.title !== undefined && assembly.last === undefined)
      assembly.addIntroduction(line)
    else if (isProse(text)) assembly.note(line, 'left_out', texts.prose(), assembly.roles, { chosen: 'leave_out' })
    else if (this.#isListed) assembly.note(line, 'unsure', texts.unlisted(), assembly.roles, { chosen: 'leave_out' })
    else this.#addGuessed(item)
    return 1
  }

  #addGuessed(item: Item): void {
    this.assembly.note(item.line, 'unsure', texts.plainQuestion(), ROLES, { chosen: 'question' })
    this.#addQuestion(item)
  }

  /** Several short lines below a question are its options. @returns how many items it has taken */
  #addPlainOptions(at: number): number {
    const { assembly } = this
    const { last } = assembly
    const first = this.#items[at] as Item
    if (last === undefined) return 0
    const isIndented = first.line.indent >= last.line.indent + DEEPER
    const isFresh = last.options.length + last.inline.length === 0
    const isMarked = this.#isNamingOptions || this.#text.isPage || isIndented
    const list = isFresh || isMarked ? this.#items.slice(at, at + this.#plainRun(at)) : []
    const isClear = isMarked || list.every(one => SIGNED.test(one.text))
    if (list.length < (isMarked ? 1 : 2) || !areStarsOfOptions(list, last.text)) return 0
    const copied = this.#text.isPage && isFresh ? takeCopiedAnswers(last, list) : 0
    if (copied > 0) return copied
    if (this.#text.isPage) this.#choices.add(last, list)
    const more = { lastLine: list.at(-1)?.line.number ?? first.line.number, chosen: 'option' } as const
    if (!isClear) assembly.note(first.line, 'unsure', texts.plainOptions(last.text), ROLES, more)
    for (const { line, text } of list) assembly.addOption(line, text)
    return list.length
  }

  /** How many lines from one on could be options without a sign in front of them. */
  #plainRun(at: number): number {
    const mayBeApart = this.#text.isPage || asks(this.assembly.last?.text ?? '')
    let isSpaced = this.#items[at]?.isSpaced
    let end = at
    for (let item = this.#items[end]; item !== undefined; item = this.#items[++end]) {
      // There may be a blank line between a question and its options.
      if (end === at + 1 && mayBeApart) isSpaced &&= item.isSpaced
      const number = item.line.number
      const isBreak = end > at && (item.isSpaced !== isSpaced || this.#decisions.has(number))
      if (!mayBePlainOption(item) || isBreak || this.#outside(item) !== undefined || this.#text.tables.has(number))
        break
      const hasField = this.#text.isPage && answerFieldIn(this.#items[end + 1]?.text ?? '') !== undefined
      if (hasField || this.#hasOptionsBelow(end)) break
    }
    return end - at
  }

  #isTitle(at: number): boolean {
    const { title, last } = this.assembly
    if (title !== undefined || last !== undefined) return false
    const hasTable = (one: Item) => this.#text.tables.has(one.line.number)
    return isTitleLine(this.#items, at, { isOutside: one => this.#outside(one) !== undefined, hasTable })
  }
}
