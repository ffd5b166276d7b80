import { LINKS_PER_ADDRESS } from '../../domain/accounts/limits.ts'
import { LINK_PATHS, type LinkKind } from '../../domain/accounts/one-time-link.ts'
import { DAY_MS, HOUR_MS } from '../../domain/values/time.ts'
import type { OneTimeLink } from '../../store/accounts/one-time-links.ts'
import type { Job } from '../../store/jobs.ts'
import { tokenHash } from '../access/token.ts'
import type { Context } from '../context.ts'

export type { LinkKind, OneTimeLink }

const LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  confirm_email: DAY_MS,
  reset_password: HOUR_MS,
  invitation: 7 * DAY_MS,
}

/**
 * Links that work once and expire soon. Only hashes of their tokens are stored, so no link can be read from the
 * database.
 */
export class OneTimeLinks {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** @returns the path of a new link */
  async create(kind: LinkKind, owner: Pick<OneTimeLink, 'accountId' | 'email'>): Promise<string> {
    const { path, link, now } = this.#make(kind, owner)
    await this.#context.store.oneTimeLinks.add(link, now, LINKS_PER_ADDRESS)
    return path
  }

  /** @returns the path of a new link for a job to mail; undefined if the job was deleted meanwhile */
  async createForJob(
    job: Pick<Job, 'id'>,
    kind: LinkKind,
    owner: { readonly accountId: string; readonly email: string },
  ): Promise<string | undefined> {
    const { path, link, now } = this.#make(kind, owner)
    const isAdded = await this.#context.store.oneTimeLinks.addForJob(job.id, link, now, LINKS_PER_ADDRESS)
    return isAdded ? path : undefined
  }

  #make<Owner extends Pick<OneTimeLink, 'accountId' | 'email'>>(kind: LinkKind, owner: Owner) {
    const { random, clock } = this.#context
    const [token, now] = [random.uuid(), clock()]
    const link = { ...owner, hash: tokenHash(token), kind, expiresAt: now + LIFETIME_MS[kind] }
    return { path: `${LINK_PATHS[kind]}/${token}`, link, now }
  }

  /** The link that a token belongs to, if it is still valid. Finding it does not use it up. */
  find(kind: LinkKind, token: string): Promise<OneTimeLink | undefined> {
    return this.#context.store.oneTimeLinks.find(kind, tokenHash(token), this.#context.clock())
  }
}
