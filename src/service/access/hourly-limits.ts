import { Refusal } from '../../domain/values/refusal.ts'
import { callsKey, customSlugsKey, slugChecksKey } from '../../store/access/rate-limit-keys.ts'
import type { RateLimitResult } from '../../store/engine.ts'
import type { Context } from '../context.ts'

/** Counted calls per token (or OAuth grant) and window. */
export const CALLS_PER_WINDOW = 600
/** Creates, clones and launches with a `slug` property, and restored surveys, per account and window. */
export const CUSTOM_SLUGS_PER_WINDOW = 30
/** Checks whether a slug is free, per account and window. */
const SLUG_CHECKS_PER_WINDOW = 120

/**
 * Counts one API call.
 * @returns how many more are allowed this hour
 * @throws Refusal `rate limit exceeded` with the seconds to wait
 */
export async function consumeCall({ store, clock }: Context, bearerId: string): Promise<number> {
  const result = await store.consumeRateLimit(callsKey(bearerId), CALLS_PER_WINDOW, clock())
  checkAllowed(result)
  return result.left
}

/**
 * Counts one check of whether a slug is available, so that nobody can enumerate taken slugs.
 * @throws Refusal as `consumeCall`
 */
export async function consumeSlugCheck({ store, clock }: Context, accountId: string): Promise<void> {
  checkAllowed(await store.consumeRateLimit(slugChecksKey(accountId), SLUG_CHECKS_PER_WINDOW, clock()))
}

/**
 * Counts one attempt to choose a slug, whether or not it succeeds.
 * @throws Refusal `rate limit exceeded`
 */
export async function consumeCustomSlug({ store, clock }: Context, accountId: string): Promise<void> {
  const { allowed } = await store.consumeRateLimit(customSlugsKey(accountId), CUSTOM_SLUGS_PER_WINDOW, clock())
  if (!allowed) throw new Refusal('custom_slug_limit')
}

/**
 * Counts a slug that a restored survey is to keep, both as a chosen slug and as a check of whether it is available,
 * because the outcome tells both.
 * @returns false if no more are allowed this hour
 */
export async function mayRestoreSlug({ store, clock }: Context, accountId: string): Promise<boolean> {
  const chosen = await store.consumeRateLimit(customSlugsKey(accountId), CUSTOM_SLUGS_PER_WINDOW, clock())
  const checked = await store.consumeRateLimit(slugChecksKey(accountId), SLUG_CHECKS_PER_WINDOW, clock())
  return chosen.allowed && checked.allowed
}

/** Undoes the count of an attempt whose request turned out to be a repeat. */
export async function refundCustomSlug({ store, clock }: Context, accountId: string): Promise<void> {
  await store.refundRateLimit(customSlugsKey(accountId), clock())
}

function checkAllowed({ allowed, millisecondsLeft }: RateLimitResult): void {
  if (!allowed) throw new Refusal('call_limit', { retryAfter: Math.ceil(millisecondsLeft / 1_000) })
}
