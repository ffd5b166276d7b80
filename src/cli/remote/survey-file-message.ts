import { isArray, isObject, type Json, type JsonObject } from '../../domain/values/json.ts'

export type Path = readonly (string | number)[]

/** The fields of a survey in a YAML or JSON file. Comments are allowed in both. */
export const FIELDS = ['title', 'slug', 'theme', 'language', 'texts', 'questions', 'question_settings', 'groups']
/** The fields of a question that are written first, in this order. */
export const QUESTION_FIELDS = ['type', 'text', 'options', 'requirement', 'moderated']

/** The parts of a question, by the words for them in a message. A requirement is named before what it is about. */
const PARTS: readonly [words: RegExp, path: Path][] = [
  [/\bcondition\b|\bconditions\b/, ['requirement', 'when', 'conditions']],
  [/\bop must\b/, ['requirement', 'when', 'op']],
  [/\brequirement mode\b/, ['requirement', 'mode']],
  [/\brequirement\b/, ['requirement']],
  [/\btype\b/, ['type']],
  [/\btext\b/, ['text']],
  [/\boptions?\b/, ['options']],
  [/\bmoderated\b/, ['moderated']],
]

/** What to write, where the text of a refusal, which the contract fixes, does not say it. */
const ADVICE: readonly [words: RegExp, advice: string][] = [
  [/^title is too long$/, 'write at most 200 characters'],
  [/^invalid slug$/, 'write 3 to 64 lower-case letters or digits, with single hyphens between them'],
  [/^invalid theme$/, 'write default, sunset, ocean, forest, rose or slate, or primary and background as "#rrggbb"'],
  [/^question \d+ must be an object$/, 'write "type:" and "text:" for each question'],
  [/multiple_choice questions must have at least one option$/, 'write them as a list behind "options:"'],
]
/** Longer values are cut. */
const FOUND_LENGTH = 40

/** The part of a survey that a validation message concerns, by the field that it names. */
export function pathOf(message: string, { questions }: JsonObject): Path {
  const position = /^question (\d+)/.exec(message)?.[1]
  const group = /^group (\d+)/.exec(message)?.[1]
  if (group !== undefined) return ['groups', Number(group) - 1]
  const text = /^(?:introduction|thanks)\b/.exec(message)?.[0]
  if (text !== undefined) return ['texts', text]
  if (position === undefined) return FIELDS.filter(name => message.includes(name)).slice(0, 1)
  const at = Number(position) - 1
  const question = isArray(questions) ? questions[at] : undefined
  const part = PARTS.find(([words]) => words.test(message))?.[1]
  if (!isObject(question) || part === undefined) return ['questions', at]
  const { options } = question
  const wrong =
    part[0] === 'options' && isArray(options)
      ? options.findIndex(option => typeof option !== 'string' || option === '')
      : -1
  return ['questions', at, ...part, ...(wrong < 0 ? [] : [wrong])]
}

/** A message of the rules with what to write instead, and with what stands there. */
export function explained(message: string, survey: JsonObject): string {
  const advice = ADVICE.find(([words]) => words.test(message))?.[1]
  const found = /must|invalid/.test(message) ? valueAt(survey, pathOf(message, survey)) : undefined
  const isShown = typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
  return [message, ...(advice === undefined ? [] : [advice]), ...(isShown ? [`found ${quoted(found)}`] : [])].join('; ')
}

function valueAt(survey: Json, path: Path): Json | undefined {
  let value: Json | undefined = survey
  for (const step of path) {
    if (isArray(value)) value = value[Number(step)]
    else if (isObject(value)) value = value[step]
    else return undefined
  }
  return value
}

function quoted(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > FOUND_LENGTH ? `${text.slice(0, FOUND_LENGTH)}…` : text
}
