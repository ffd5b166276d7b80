import { LINE_LENGTH, type SourceLine } from './source-line.ts'

// Letters to circle behind statements, as in `The pace was right.  SD  D  N  A  SA`, which another line may explain.

const LETTERS = /(?:[ \t]+[A-Z]{1,3}){3,11}$/
/** Characters at the end of a line in which letters are looked for. */
const LETTERS_LENGTH = 80
/** What letters mean, as in `SD = Strongly disagree`. */
const MEANING = /(?<![\p{L}\p{N}])([A-Z]{1,3})[ \t]*[=:–][ \t]*(\p{L}[^,;|()=:–]{0,40}[^,;|()=:–\s])/gu
/** What stands around meanings in a line that has nothing else. */
const BETWEEN_MEANINGS = /^[\s,;|()[\]./-]*(?:key|scale|legend|skala|legende)?[\s,;|()[\]:./-]*$/i
/** Statements that have the same letters. */
const LEAST_STATEMENTS = 2
/** Scales of one text. */
const MOST_SCALES = 20

/** Gives statements with letters behind them what the letters mean, as options between brackets. */
export function withLetterScales(lines: readonly SourceLine[]): readonly SourceLine[] {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const { letters } = statementIn(line)
    if (letters !== '') counts.set(letters, (counts.get(letters) ?? 0) + 1)
  }
  const repeated = [...counts.keys()].filter(letters => (counts.get(letters) ?? 0) >= LEAST_STATEMENTS)
  const scales = new Set(repeated.slice(0, MOST_SCALES))
  if (scales.size === 0) return lines
  const meanings = new Map<string, string>()
  const rest = lines.map(line => withoutMeanings(line, scales, meanings))
  return rest.map(line => {
    const { statement, letters } = statementIn(line)
    if (!scales.has(letters)) return line
    const options = letters.split(' ').map(one => meanings.get(one) ?? one)
    return { ...line, text: `${statement} [${options.join(' | ')}]` }
  })
}

/** A line without the letters at its end, which have one blank between them. Circles and crosses are all the same. */
function statementIn({ text }: SourceLine): { readonly statement: string; readonly letters: string } {
  const [all = ''] = LETTERS.exec(text.slice(-LETTERS_LENGTH)) ?? []
  const letters = all.trim().split(/[ \t]+/)
  const statement = text.slice(0, text.length - all.length)
  const isScale = statement !== '' && new Set(letters).size === letters.length
  return { statement, letters: isScale ? letters.join(' ') : '' }
}

/** Takes what letters of a scale mean out of a line. */
function withoutMeanings(line: SourceLine, scales: ReadonlySet<string>, meanings: Map<string, string>): SourceLine {
  const found = line.text.length > LINE_LENGTH ? [] : [...line.text.matchAll(MEANING)]
  if (found.length === 0) return line
  const isOfScale = [...scales].some(scale => scale.split(' ').every(one => found.some(([, name]) => name === one)))
  if (!isOfScale) return line
  for (const [, name = '', meaning = ''] of found) meanings.set(name, meaning.trim())
  return BETWEEN_MEANINGS.test(line.text.replace(MEANING, '')) ? { ...line, text: '', raw: '' } : line
}
