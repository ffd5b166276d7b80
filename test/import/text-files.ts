import type { Reading } from '../../src/domain/surveys/import/survey-assembly.ts'
import { readMarks } from '../../src/domain/surveys/import/text/question-marks.ts'
import { type Expected, type ExpectedItem, squeezed } from './tools.ts'

/** A question as far as it can be compared: readers may keep or drop signs at the end of a text. */
interface Compared {
  readonly type: string
  readonly texts: readonly string[]
  readonly options: readonly string[]
  readonly isRequired: boolean
  /** What is set beside it. */
  readonly settings: object | null
}

/** The questions that a correct reader makes of the expected items. */
export function expectedQuestions({ items }: Expected): Compared[] {
  return items.flatMap(item =>
    questionsOf(item).map((one, at, { length }) => {
      const isOption = (item.kind === 'check-list' || item.kind === 'ranking') && length > 1
      const isWritten = item.other === true && at === length - 1
      return {
        ...one,
        isRequired: item.required && !isOption && !isWritten,
        settings: at === 0 ? settingsOf(item) : null,
      }
    }),
  )
}

/** The description of a grid or a ranking is in its title. */
function settingsOf({ kind, description: below, scale = {}, rows = [], items = [] }: ExpectedItem): object | null {
  const description = rows.length + items.length > 1 ? undefined : below
  const { from = 1, to = 10, low, middle, high } = scale as Scale
  const words = { ...(low && { lowest: low }), ...(middle && { middle }), ...(high && { highest: high }) }
  const hasWords = kind === 'rating' && from === 1 && to === 10 && Object.keys(words).length > 0
  const settings = { ...(description && { description }), ...(hasWords && { scale_words: words }) }
  return Object.keys(settings).length === 0 ? null : settings
}

/** Without right answers. */
export function readSettings({ questions, questionSettings }: Reading): (object | null)[] {
  return questions.map((_, at) => {
    const { right: __, description, ...others } = questionSettings[at] ?? {}
    const settings = { ...(description !== undefined && { description: squeezed(description) }), ...others }
    return Object.keys(settings).length === 0 ? null : settings
  })
}

function questionsOf(item: ExpectedItem): Compared[] {
  const { kind, text, options = [], rows = [], items: ranked = [], other } = item
  const written = other === true ? [compared('free_text', [options.at(-1) ?? ''])] : []
  if (kind === 'section' || kind === 'statement') return []
  const isAlone = (kind === 'grid' ? rows : ranked).length < 2
  const titled = isAlone ? [text] : []
  if (kind === 'grid') return rows.map(row => compared('multiple_choice', [...titled, row], options))
  const ranks = ranked.map((_, at) => `${at + 1}`)
  if (kind === 'ranking') return ranked.map(one => compared('multiple_choice', [...titled, one], ranks))
  if (kind === 'check-list' && options.length > 1)
    return [...options.map(option => compared('multiple_choice', [text], [option])), ...written]
  if (kind === 'rating') return [ratingOf(item)]
  if (kind === 'board') return [compared('upvoted_question', [text])]
  return [compared(kind === 'free_text' ? kind : 'multiple_choice', [text], options), ...written]
}

/** The questions of a reading, with those texts of the expected ones that each has. */
export function readQuestions(reading: Reading, expected: readonly Compared[]): Compared[] {
  const settings = readSettings(reading)
  return reading.questions.map(({ type, text, options, requirement }, at) => {
    const whole = squeezed(String(text))
    const texts = (expected[at]?.texts ?? []).map(one => (whole.includes(one) ? one : whole))
    const all = (options as readonly string[] | undefined) ?? []
    return {
      ...compared(String(type), [], all),
      texts,
      isRequired: requirement === undefined,
      settings: settings[at] ?? null,
    }
  })
}

interface Scale {
  readonly from?: number
  readonly to?: number
  readonly low?: string
  readonly middle?: string
  readonly high?: string
}

function ratingOf({ text, scale = {} }: ExpectedItem): Compared {
  const { from = 1, to = 10, low, high } = scale as Scale
  if (from === 1 && to === 10) return compared('rating', [text])
  const points = Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`)
  if (low !== undefined) points[0] += ` (${low})`
  if (high !== undefined) points[to - from] += ` (${high})`
  return compared('multiple_choice', [text], points)
}

function compared(type: string, texts: readonly string[], options: readonly string[] = []): Compared {
  return { type, texts: texts.map(bare), options: options.map(bare), isRequired: true, settings: null }
}

export function bare(text: string): string {
  const whole = squeezed(text)
  return readMarks(whole).text.replace(/[\s:：.?_]+$/, '')
}

/** Whether a finding says what is expected: what it is about, and on that line if the place is a line. */
export function isSaid({ at, about }: Expected['findings'][number], { findings }: Reading): boolean {
  const line = Number(/^(?:lines?|rows?) (\d+)/.exec(at)?.[1] ?? 0)
  return findings.some(({ place, lastLine, read, message }) => {
    const isThere = line === 0 || (place.line <= line && line <= lastLine)
    return isThere && SAID[about]?.test(`${read} ${message}`) === true
  })
}

const SAID: Readonly<Record<string, RegExp>> = {
  date: /dates and times|belongs to the form/,
  feedback: /nothing in a survey corresponds/,
  file: /left out/,
  html: /^link: /,
  image: /neither pictures nor buttons/,
  other: /annotation|without its tick|left out|kept as|kept with/,
  'personal-data': /surveys are anonymous/,
  scale: /scales are always 1 to 10|scale of 1 to 10|stars and scales|if it was a grid/,
  score: /left out/,
  // Colours and bold letters may go in silence.
  styling: /./,
  timer: /left out/,
}
