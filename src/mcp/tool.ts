import type { TSchema } from 'typebox'
import type { RequestKey } from '../domain/idempotency.ts'
import type { Json, JsonObject } from '../domain/json.ts'
import { Refusal } from '../domain/refusal.ts'
import type { ApiCaller } from '../service/authentication.ts'
import { requestKey } from '../service/idempotency.ts'
import type { Scope } from '../service/scope.ts'

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
   * Metadata of MCP Apps: the page that shows its results, or that the tool is for pages only and must be hidden from models.
   */
  readonly ui?: { readonly resourceUri: string } | { readonly visibility: readonly ['app'] }
  /** The arguments, an object. */
  readonly input: TSchema
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
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
}

interface ToolAnswer {
  readonly data: object
  /** Says the same as the data to a reader who sees nothing else. */
  readonly text: string
}

export const READ_HINTS = { readOnlyHint: true }
export const CREATE_HINTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }
export const CHANGE_HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: true }

/** The arguments of a tool that are the body of the operation behind it. */
export function bodyOf({ args: { id: _, dry_run: __, idempotency_key: ___, ...body } }: ToolCall): JsonObject {
  return body
}

/** A value that is not text identifies nothing. */
export function idOf({ args: { id } }: ToolCall): string {
  return typeof id === 'string' ? id : ''
}

/**
 * Other values are refused rather than taken as false: a call that is meant as a dry run must not write.
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

/** @throws Refusal unless the argument is missing or a whole number within bounds */
export function wholeNumber(
  value: Json | undefined,
  name: string,
  { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new Refusal('invalid_argument', { reason: `${name} must be a whole number from ${min} to ${max}` })
}

/**
 * The key under which a write can be sent again. A call that says it is no dry run is the same as one that says nothing of it.
 * @throws Refusal `invalid idempotency key`
 */
export function toolKey({ args }: ToolCall, tool: string): RequestKey | undefined {
  const { idempotency_key: key, dry_run: _, ...rest } = args
  return key === undefined ? undefined : requestKey(typeof key === 'string' ? key : '', tool, rest)
}
