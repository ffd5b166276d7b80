import type { TSchema } from 'typebox'
import { SEARCH_TEXT_LENGTH } from '../domain/responses/limits.ts'
import type { RequestKey } from '../domain/values/idempotency.ts'
import { type Json, type JsonObject, numberIn } from '../domain/values/json.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { isBlank, isLongerThan } from '../domain/values/text.ts'
import type { ApiCaller } from '../service/access/authentication.ts'
import { requestKey } from '../service/access/idempotency.ts'
import type { Scope } from '../service/access/scope.ts'

/** A tool: one thing that an AI client can do. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: Scope | 'either'
  readonly hints: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
  }
  /**
   * Metadata of MCP Apps: the page that shows the tool's results, or that the tool is only for pages and must be hidden
   * from models.
   */
  readonly ui?: { readonly resourceUri: string } | { readonly visibility: readonly ['app'] }
  /** The arguments, an object. */
  readonly input: TSchema
  /** What to do instead of sending an argument that people expect here, by the argument's name. */
  readonly instead?: ReadonlyMap<string, string>
  /** The data of a result, an object. */
  readonly output: TSchema
  /** Whether it waits for people and returns little, so that other calls in its request do not wait for it. */
  readonly waits?: true
  run(call: ToolCall): Promise<ToolAnswer>
}

export interface ToolCall {
  readonly caller: ApiCaller
  readonly args: JsonObject
  /** Whether the client declares in this request that it shows pages, which may then call the tools for pages. */
  readonly showsPages: boolean
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

interface ToolAnswer {
  readonly data: object
  /** Says the same as the data, for readers who see nothing else. */
  readonly text: string
}

export const READ_HINTS = { readOnlyHint: true }
export const CREATE_HINTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }
export const CHANGE_HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: true }

/** The arguments of a tool that form the body of the underlying operation. */
export function bodyOf({
  args: { id: _, dry_run: __, idempotency_key: ___, version: ____, ...body },
}: ToolCall): JsonObject {
  return body
}

/** The version on which a change is based. @throws Refusal unless it is text or missing */
export function basedOn({ args: { version } }: ToolCall): string | undefined {
  if (version === undefined || typeof version === 'string') return version
  throw new Refusal('invalid_argument', { reason: 'version must be text' })
}

/** A value that is not text identifies nothing. */
export function idOf({ args: { id } }: ToolCall): string {
  return typeof id === 'string' ? id : ''
}

/**
 * Other values are refused rather than treated as false: a call that is meant as a dry run must not write.
 * @throws Refusal
 */
export function isDryRun({ args: { dry_run } }: ToolCall): boolean {
  return isSet(dry_run, 'dry_run')
}

/** @throws Refusal unless the argument is missing, true or false */
export function isSet(value: Json | undefined, name: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  throw new Refusal('invalid_argument', { reason: `${name} must be true or false` })
}

/** @throws Refusal unless the argument is missing or a whole number within the limits */
export function wholeNumber(
  value: Json | undefined,
  name: string,
  { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
): number | undefined {
  if (value === undefined) return undefined
  const number = numberIn(value)
  if (number !== undefined && Number.isInteger(number) && number >= min && number <= max) return number
  throw new Refusal('invalid_argument', { reason: `${name} must be a whole number from ${min} to ${max}` })
}

/** @throws Refusal unless the argument is missing or a searchable text */
export function searchText(value: Json | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && !isLongerThan(value, SEARCH_TEXT_LENGTH)))
    return value === undefined || isBlank(value) ? undefined : value
  throw new Refusal('invalid_argument', { reason: `search must be text of at most ${SEARCH_TEXT_LENGTH} characters` })
}

/** An option or a rating, which models send as a number or as text. */
export function answerIn(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : numberIn(value)?.toString()
}

/**
 * The key with which a write can be repeated. Saying that a call is not a dry run makes no difference.
 * @throws Refusal `invalid idempotency key`
 */
export function toolKey({ args }: ToolCall, tool: string): RequestKey | undefined {
  const { idempotency_key: key, dry_run: _, ...rest } = args
  return key === undefined ? undefined : requestKey(typeof key === 'string' ? key : '', tool, rest)
}
