import { placeFinder } from '../../../values/place.ts'
import { isBlank } from '../../../values/text.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignSurvey, Path } from '../foreign/foreign-survey.ts'
import { withoutMarks, withoutTags } from '../foreign/marked-text.ts'
import { type GiftAnswer, giftAnswers, masked, unmasked } from './gift-text.ts'

/** https://docs.moodle.org/en/GIFT_format. */
export function readGift(text: string): ForeignSurvey {
  return new GiftReader(text).read()
}

/** Questions, which end at a blank line; a line of its own that begins with `//` is a comment. */
const COMMENT = /^[ \t]*\/\/.*$/gm
const CATEGORY = /^[ \t]*\$CATEGORY:.*$/gm
const TITLE = /^\s*::[^:]*::/
const FORMAT = /^\s*\[(html|markdown|plain|moodle)\]/
const TRUTH = /^\s*(T|TRUE|F|FALSE)\s*(#|$)/
const OPTIONS = ['True', 'False']
const GAP = '_____'

type Base = Omit<ForeignItem, 'kind'>

class GiftReader {
  /** With signs in the place of escaped characters, and blanks in the place of what is no question. */
  readonly #text: string
  readonly #placeAt: (offset: number) => { readonly line: number }
  readonly #builder = new ForeignBuilder()

  constructor(text: string) {
    this.#placeAt = placeFinder(text)
    const blank = (line: string) => ' '.repeat(line.length)
    this.#text = masked(text)
      .replace(/\r/g, ' ')
      .replace(COMMENT, blank)
      .replace(CATEGORY, (line, offset: number) => {
        this.#note(offset, 'other')
        return blank(line)
      })
  }

  read(): ForeignSurvey {
    for (let at = 0; at < this.#text.length; ) {
      const end = this.#endOf(at)
      if (!isBlank(this.#text.slice(at, end))) this.#readQuestion(at, end)
      at = end
    }
    return this.#builder.finish({})
  }

  /** Where the question ends that begins at an offset: at a blank line that is not between braces. */
  #endOf(at: number): number {
    const line = /^[^\S\n]*\n/gm
    const first = at + (this.#text.slice(at).match(/^\s*/)?.[0].length ?? 0)
    const open = this.#text.indexOf('{', first)
    line.lastIndex = first
    const blank = line.exec(this.#text)?.index ?? this.#text.length
    if (open < 0 || open > blank) return blank === this.#text.length ? blank : blank + 1
    const close = this.#text.indexOf('}', open)
    if (close < 0 || close < blank) return blank === this.#text.length ? blank : blank + 1
    this.#note(blank, 'other', 'unsure')
    line.lastIndex = close
    return line.exec(this.#text)?.index ?? this.#text.length
  }

  #note(
    offset: number,
    ...note: [Parameters<ForeignBuilder['note']>[1], Parameters<ForeignBuilder['note']>[2]?]
  ): void {
    this.#builder.note(this.#pathAt(offset), ...note)
  }

  #pathAt(offset: number): Path {
    return [this.#placeAt(offset).line]
  }

  #readQuestion(from: number, to: number): void {
    const whole = this.#text.slice(from, to)
    const title = TITLE.exec(whole)?.[0] ?? ''
    const [sign = '', format = 'moodle'] = FORMAT.exec(whole.slice(title.length)) ?? []
    const start = from + title.length + sign.length
    const [open, close] = [this.#text.indexOf('{', start), this.#text.lastIndexOf('}', to)]
    const hasAnswers = open >= 0 && open < to && close > open
    const head = this.#text.slice(start, hasAnswers ? open : to)
    const tail = hasAnswers ? this.#text.slice(close + 1, to) : ''
    const plain = (text: string) => plainText(unmasked(text), format)
    const first = from + (whole.match(/^\s*/)?.[0].length ?? 0)
    const item = {
      text: isBlank(tail) ? plain(head) : `${plain(head)} ${GAP} ${plain(tail)}`,
      path: this.#pathAt(first),
      required: false,
    }
    if (format === 'html' && /<[a-z]/i.test(head)) this.#note(first, 'styling')
    if (hasAnswers) this.#readAnswers(this.#withoutFeedback(open + 1, close), open + 1, item, plain)
    else this.#builder.add({ ...item, kind: 'statement' })
  }

  /** Answers without what respondents are told whichever they choose. */
  #withoutFeedback(from: number, to: number): string {
    const inside = this.#text.slice(from, to)
    const at = inside.indexOf('####')
    if (at >= 0) this.#note(from + at, 'feedback')
    return at < 0 ? inside : inside.slice(0, at)
  }

  #readAnswers(inside: string, offset: number, item: Base, plain: (text: string) => string): void {
    const [, truth, feedback] = TRUTH.exec(inside) ?? []
    if (truth !== undefined) {
      if (feedback === '#') this.#note(offset, 'feedback')
      const right = [truth.startsWith('T') ? 'True' : 'False']
      this.#builder.add({ ...item, kind: 'multiple_choice', options: OPTIONS, right })
      return
    }
    const isNumber = /^\s*#/.test(inside)
    const answers = giftAnswers(isNumber ? inside.replace('#', ' ') : inside)
    for (const { hasFeedback, at } of answers) if (hasFeedback) this.#note(offset + at, 'feedback')
    const weighted = answers.find(({ weight }) => weight !== undefined)
    if (weighted !== undefined) this.#note(offset + weighted.at, 'score')
    if (isNumber) this.#builder.note(item.path, 'number', 'free_text')
    if (isNumber || answers.every(({ isRight }) => isRight)) this.#addText(answers, isNumber, inside, item, plain)
    else this.#addChoice(answers, offset, item, plain)
  }

  /** Right texts, numbers and pairs are those that nobody has to choose from. */
  #addText(
    answers: readonly GiftAnswer[],
    isNumber: boolean,
    inside: string,
    item: Base,
    plain: (text: string) => string,
  ): void {
    const pairs = isNumber
      ? []
      : answers.flatMap(({ text }) => (text.includes('->') ? [text.split('->').map(plain)] : []))
    if (!isBlank(inside)) this.#builder.note(item.path, 'other', pairs.length > 0 ? 'unsure' : 'left_out')
    if (pairs.length === 0) {
      this.#builder.add({ ...item, kind: 'free_text' })
      return
    }
    const [rows, options] = [0, 1].map(at => [
      ...new Set(pairs.map(pair => pair[at] ?? '').filter(one => !isBlank(one))),
    ])
    this.#builder.add({ ...item, kind: 'grid', rows: rows ?? [], options: options ?? [] })
  }

  #addChoice(answers: readonly GiftAnswer[], offset: number, item: Base, plain: (text: string) => string): void {
    const sent = answers.map(({ text, at }) => ({ text: plain(text), path: this.#pathAt(offset + at) }))
    const isCheckList = !answers.some(({ isRight }) => isRight) && answers.some(({ weight = 0 }) => weight > 0)
    const right = answers.filter(({ isRight, weight = 0 }) => isRight || (isCheckList && weight > 0))
    this.#builder.add({
      ...item,
      kind: isCheckList ? 'check_list' : 'multiple_choice',
      options: this.#builder.options(sent),
      right: right.map(({ text }) => plain(text)),
    })
  }
}

function plainText(text: string, format: string): string {
  if (format === 'plain') return text
  return format === 'markdown' ? withoutMarks(text) : withoutTags(text)
}
