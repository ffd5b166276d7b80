import { fieldIn } from './field-lines.ts'
import type { Field } from './mark-words.ts'
import type { SourceLine } from './source-line.ts'

// Letters and fields that say what each line is, in orders and spellings that the reader does not know.

/** `Q` in front of a question and `A` in front of an answer, perhaps behind a bullet. */
const LETTERED = /^([-*•][ \t]+)?([QFA])[ \t]*[.:)][ \t]+(?=\S)/
/** Questions that make a letter what it seems to be: as one of `A.` to `Z.` it occurs once. */
const LEAST_QUESTIONS = 2
const LETTERS = 'ABCDEFGH'
/** Two could begin sentences. */
const LEAST_LETTERS = 3
const NAMED = /^(?:question|frage|pregunta|pergunta|domanda|vraag|вопрос)[ \t]*#?\p{Nd}{1,3}[.:]?$/iu
/** What a block says of its question. */
const OF_BLOCK: readonly Field[] = ['type', 'required', 'optional', 'scale', 'description']
/** Lines of a block. */
const MOST_LINES = 12

/** Gives questions and answers behind letters the spelling that is read, and questions the first line of their block. */
export function withQuestionFields(lines: readonly SourceLine[]): readonly SourceLine[] {
  return withTextFirst(withSigns(withLetters(lines.map(withoutBrackets))))
}

function withLetters(lines: readonly SourceLine[]): readonly SourceLine[] {
  const found = lines.map(({ text }) => LETTERED.exec(text.slice(0, 20)))
  const questions = found.filter(one => one?.[2] === 'Q' || one?.[2] === 'F').length
  const others = found.some(one => one?.[2] === 'A')
  if (questions < LEAST_QUESTIONS || !others) return lines
  return lines.map((line, at) => {
    const [all = '', bullet = '', letter] = found[at] ?? []
    if (letter === undefined) return line
    const rest = line.text.slice(all.length)
    if (letter !== 'A') return { ...line, text: `Q: ${rest}` }
    return bullet === '' ? line : { ...line, text: bullet + rest }
  })
}

/** `[Q1] Which?` as `Q1. Which?` */
function withoutBrackets(line: SourceLine): SourceLine {
  return line.text.startsWith('[')
    ? { ...line, text: line.text.replace(/^\[([QF]?\p{Nd}{1,3})\][ \t]+/iu, '$1. ') }
    : line
}

/** Letters without a sign in front of answers, as in `A 1945`, `B 1946`, `C 1947`, with one. */
function withSigns(lines: readonly SourceLine[]): readonly SourceLine[] {
  const signed = [...lines]
  for (let at = 0; at < lines.length; at++) {
    let end = at
    while (end - at < LETTERS.length && lines[end]?.text.startsWith(`${LETTERS[end - at]} `) === true) end++
    if (end - at < LEAST_LETTERS) continue
    for (; at < end; at++) {
      const line = lines[at] as SourceLine
      signed[at] = { ...line, text: `${line.text.charAt(0)})${line.text.slice(1)}` }
    }
  }
  return signed
}

/** `Type: …` above `Text: …` as if it stood below, without `Question 1` above both. */
function withTextFirst(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!lines.some(isText)) return lines
  const ordered: SourceLine[] = []
  for (let at = 0; at < lines.length; ) {
    const isNamed = NAMED.test(lines[at]?.text ?? '')
    const from = isNamed ? at + 1 : at
    let end = from
    while (end - from < MOST_LINES && OF_BLOCK.includes(fieldOf(lines[end]) as Field)) end++
    const text = lines[end]
    const begins = isNamed || ((lines[at - 1]?.text ?? '') === '' && end > from)
    if (text === undefined || !isText(text) || !begins) ordered.push(lines[at++] as SourceLine)
    else {
      ordered.push(text)
      for (const line of lines.slice(from, end)) ordered.push(line)
      at = end + 1
    }
  }
  return ordered
}

function isText(line: SourceLine): boolean {
  return fieldOf(line) === 'question'
}

function fieldOf(line: SourceLine | undefined): Field | undefined {
  return line === undefined || line.text.length > 200 ? undefined : fieldIn(line.text)?.field
}
