import { similarQuestions } from '../domain/boards/similar-questions.ts'
import type { JsonObject } from '../domain/values/json.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { Tool } from './tool.ts'

/** Maximum length of an unknown name that a refusal repeats, in UTF-16 code units. */
const NAME_LENGTH = 60

/**
 * Refuses arguments that would be ignored, because a call that seems to have succeeded would not have done what was
 * asked.
 * @throws Refusal that names the first unknown or missing argument
 */
export function checkArguments({ name: tool, input, instead }: Tool, args: JsonObject): void {
  const { properties = {}, required = [] } = input as Named
  const names = Object.keys(properties)
  const unknown = Object.keys(args).find(name => !names.includes(name))
  if (unknown !== undefined)
    throw invalid(`${tool} has no argument ${shown(unknown)}; ${instead?.get(unknown) ?? fitting(unknown, names)}`)
  const missing = required.find(name => !Object.hasOwn(args, name))
  if (missing !== undefined) throw invalid(`${missing} is required`)
}

interface Named {
  readonly properties?: object
  readonly required?: readonly string[]
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, NAME_LENGTH).toWellFormed())
}

function fitting(unknown: string, names: readonly string[]): string {
  if (names.length === 0) return 'it takes none'
  const [similar] = similarQuestions(
    unknown,
    names.map(text => ({ text })),
    1,
  )
  return `${similar === undefined ? '' : `did you mean ${similar.text}? `}it takes ${names.join(', ')}`
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_argument', { reason })
}
