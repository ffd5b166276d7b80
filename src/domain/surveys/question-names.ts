import { wordsOf } from '../values/fold-case.ts'
import type { Question } from './question.ts'
import { IDENTITY_LENGTH, OPTION_LENGTH, type QuestionNames, writeNames } from './question-match.ts'

const known = new WeakMap<readonly Question[], QuestionNames>()

/** Identifies questions by what gives their answers meaning: type, words and options. Remembered for each list. */
export function questionNames(questions: readonly Question[]): QuestionNames {
  const found = known.get(questions)
  if (found !== undefined) return found
  const names = writeNames(questions.map(nameOf))
  known.set(questions, names)
  return names
}

function nameOf({ type, text, options }: Question): string {
  const texts = [...options.keys()]
  const initial = type.slice(0, 1)
  const identity = initial + digest(JSON.stringify([wordsOf(text), ...texts]), IDENTITY_LENGTH - initial.length)
  return identity + texts.map(option => digest(option, OPTION_LENGTH)).join('')
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A hash (FNV-1a, with its bits mixed), six bits in each character. Whoever makes two texts collide confuses only a survey of their own. */
function digest(text: string, length: number): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash ^= hash >>> 13
  let digits = ''
  for (let at = 0; at < length; at++) digits += DIGITS[(hash >>> (6 * at)) & 63]
  return digits
}
