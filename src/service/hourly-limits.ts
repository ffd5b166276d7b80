import { CALLS_PER_WINDOW, CUSTOM_SLUGS_PER_WINDOW, SLUG_CHECKS_PER_WINDOW } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { RateLimitResult } from '../store/engine.ts'
import { callsKey, customSlugsKey, slugChecksKey } from '../store/rate-limit-keys.ts'
import type { Context } from './context.ts'

/** Counts one call of the API. @returns how many more are allowed this hour @throws Refusal `rate limit exceeded` with the seconds to wait */
export async function consumeCall({ store, clock }: Context, bearerId: string): Promise<number> {
  const result = await store.consumeRateLimit(callsKey(bearerId), CALLS_PER_WINDOW, clock())
  checkAllowed(result)
  return result.left
}

/** Counts one check whether a slug is free, so that nobody can list the slugs that are taken. @throws Refusal as `consumeCall` */
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

/** Takes back an attempt that should not have been counted, because the request turned out to be a repeat. */
export async function refundCustomSlug({ store, clock }: Context, accountId: string): Promise<void> {
  await store.refundRateLimit(customSlugsKey(accountId), clock())
}

function checkAllowed({ allowed, millisecondsLeft }: RateLimitResult): void {
  if (!allowed) throw new Refusal('call_limit', { retryAfter: Math.ceil(millisecondsLeft / 1_000) })
}
