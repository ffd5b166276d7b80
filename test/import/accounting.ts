import { fencedData, formatOf } from '../../src/domain/surveys/import/format.ts'
import type { Reading } from '../../src/domain/surveys/import/survey-assembly.ts'
import * as words from '../../src/domain/surveys/import/text/mark-words.ts'
import { markerOf, numberOf } from '../../src/domain/surveys/import/text/marker.ts'
import { asksForSeveral } from '../../src/domain/surveys/import/text/several-asked.ts'
import { readLine, splitLines } from '../../src/domain/surveys/import/text/source-line.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

const WORD = /[\p{L}\p{N}]+/gu

/** A question is required unless something says otherwise, so this changes nothing. */
const REQUIRED = /(?:^Required: |\| )yes(?= \||$)/

/** The letter of an option in a line of several. */
const ROW_LETTER = /(?<=[ \t])(?:[a-h]\)|\([a-h1-9]\))(?= )/g

/** Letters to circle, and where a line says what they mean. */
const SCALE_LETTERS = /(?:[ \t]+[A-Z]{1,3}){3,}$|(?<=[(,] ?)[A-Z]{1,3}(?= = )/g

/** The number of a row, or of a column of options. */
const NUMBERED_CELL = /(?<=^|\t)(?:answer )?\d(?=\t|$)/gi

const OWN_POINTS = /^1 2 3 4 5 6 7 8 9 10$/

/** Words that say how a question is to be answered, and become its type, options or requirement. */
const MARKS = new Set(
  wordsIn(
    [
      ...words.OPTIONAL_WORDS,
      ...words.REQUIRED_WORDS,
      ...words.SEVERAL_WORDS,
      ...words.RATING_WORDS,
      ...words.MODERATED_WORDS,
      ...Object.keys(words.YES_NO),
      ...Object.values(words.FIELDS).flat(),
      ...[
        'scale',
        'to',
        'bis',
        'à',
        'от',
        'до',
        'stars',
        'point',
        '5段階',
        'text',
        'single',
        'choice',
        'multiple',
        'or',
        'checkboxes',
        'open',
        'ended',
        'select',
        'one',
        'true',
        'false',
        'section',
        'likert',
        'dropdown',
        'checkbox',
        ...['单选', '5점'],
        'number',
        'открытый',
        'вопрос',
        'nr',
        'ja',
        'nein',
        '10分',
        'please',
        'statement',
        'aspect',
        'nps',
        'einfachauswahl',
        'long',
        'only',
      ],
    ].join(' '),
  ),
)

/**
 * The words of an input that are neither in the survey nor on a line that a finding says is left out: what has been lost in
 * silence. Each word has to be in the survey as often as it stands in the input.
 */
export function lossesOf(input: string, reading: Reading): string[] {
  const kept = new Map<string, number>()
  for (const word of outputWords(reading)) kept.set(word, (kept.get(word) ?? 0) + 1)
  const isLeftOut = (line: number) =>
    reading.findings.some(one => one.outcome !== 'kept' && isOut(one) && line >= one.place.line && line <= one.lastLine)
  const isRead = (word: string, line: number) =>
    reading.findings.some(one => one.place.line === line && one.outcome === 'kept' && wordsIn(one.read).includes(word))
  const isNoted = (line: number) => reading.findings.some(one => line >= one.place.line && line <= one.lastLine)
  // The letter behind `ANSWER:` names a right option.
  const isLetter = (word: string) =>
    reading.questionSettings.some(one => one?.right !== undefined) && /^[a-z]$/.test(word)
  if (reading.questions.length === 0 && reading.findings.length > 0 && reading.title === undefined) return []
  return inputWords(input).flatMap(({ word, line, isNumber }) => {
    if (isLeftOut(line)) return []
    const left = kept.get(word) ?? 0
    kept.set(word, left - 1)
    if (left > 0 || MARKS.has(word) || isRead(word, line) || isLetter(word)) return []
    // The ends of a range are the type of its question, or a finding.
    return isNumber && (isNoted(line) || numberOf(word) === 1 || numberOf(word) === 10) ? [] : [`${line}: ${word}`]
  })
}

function isOut({ message }: { readonly message: string }): boolean {
  return /^left out/.test(message)
}

function outputWords({ title, questions, questionSettings, groups, texts, settings }: Reading): string[] {
  const beside = [...questionSettings.map(one => ({ ...one, right: null })), ...groups].map(stringsIn)
  return [title ?? '', JSON.stringify(settings), stringsIn(texts), ...questions.map(stringsIn), ...beside].flatMap(
    wordsIn,
  )
}

function stringsIn(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${stringsIn(inner)}`)
    .join(' ')
}

interface InputWord {
  readonly word: string
  readonly line: number
  readonly isNumber: boolean
}

function inputWords(input: string): InputWord[] {
  const format = formatOf(input)
  if (format === 'html') return htmlWords(input)
  if (format === 'json' || format === 'yaml') return dataWords(input, format)
  const fenced = fencedData(splitLines(input))
  if (fenced !== undefined) {
    const inner = formatOf(fenced.body) === 'json' ? 'json' : 'yaml'
    return dataWords(fenced.body, inner).map(one => ({ ...one, line: one.line + fenced.from - 1 }))
  }
  return splitLines(input).flatMap((raw, at) => {
    const { text } = readLine(withoutLatex(raw), at + 1)
    const body = text
      .replace(/^(?:#{1,6}|={1,6}|h[1-6]\.)\s+/, '')
      .replace(REQUIRED, '')
      .replace(NUMBERED_CELL, '')
      .replace(ROW_LETTER, '')
      .replace(SCALE_LETTERS, '')
      .replace(/^(?:[-*•] )?[A-L]: /, '')
      .replace(/^Question \d+(?: of \d+)?$|^\[Q\d+\] /, '')
      .replace(/(?<= )1 2 3 4 5$|(?<=\.{3,} )\d$/, '')
    // The points of a rating say no more than its type, and how a table looks is no part of a survey.
    if (OWN_POINTS.test(body) || text.startsWith('{|')) return []
    if (asksForSeveral(body.replace(/^\(|[).]$/g, ''))) return []
    const marker = markerOf(body)
    const isLine = marker === undefined || marker.kind === 'bullet'
    return wordsOf(isLine ? body : marker.rest, at + 1)
  })
}

/** Without commands and the names of environments. */
function withoutLatex(line: string): string {
  return line
    .replace(/\\"([aou])/gi, (_, letter: string) => `${letter}\u0308`.normalize('NFC'))
    .replace(/\\(?:begin|end)\{\w+\}|\\(?:vspace|fillwithlines)\{\w+\}|\\[a-z]+\*?/gi, ' ')
}

/** What stands between tags that people see. */
function htmlWords(input: string): InputWord[] {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  const text = input
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, blank)
    .replace(/<[^>]*>/g, blank)
    .replace(/&\w+;/g, ' ')
  return text.split('\n').flatMap((line, at) => wordsOf(line.replace(/^\s*(?:[a-z\d]\.|o)\s+/, ''), at + 1))
}

function dataWords(input: string, format: 'json' | 'yaml'): InputWord[] {
  try {
    const { value, positionOf } = parseSurveyData(input, format)
    return leavesOf(value).flatMap(({ text, path }) => wordsOf(text, positionOf(path).line))
  } catch {
    return wordsOf(input, 1)
  }
}

function leavesOf(value: unknown, path: (string | number)[] = []): { text: string; path: (string | number)[] }[] {
  if (typeof value !== 'object' || value === null) return [{ text: String(value ?? ''), path }]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
}

function wordsOf(text: string, line: number): InputWord[] {
  return wordsIn(text).map(word => ({ word, line, isNumber: /^\p{N}+$/u.test(word) }))
}

function wordsIn(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? []
}
