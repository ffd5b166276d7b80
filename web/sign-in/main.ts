import { CHALLENGE_LIFETIME_MS } from '../../src/domain/accounts/limits.ts'
import { type PasskeyOptions, requestPasskey, supportsPasskeys } from '../ui/passkey.ts'

/**
 * How long the browser offers passkeys next to the address field, in milliseconds. The challenge expires a minute
 * later.
 */
const OFFER_MS = CHALLENGE_LIFETIME_MS - 60_000

const TEXTS = {
  refused: 'That passkey doesn’t sign in here. Try another one, or use your password.',
  cancelled: 'No passkey was used. Try again, or use your password.',
  disabled: 'This account is disabled. Ask the operator of this service.',
  foreign: 'This page isn’t at the address of the service. Open the service at its own address, then try again.',
  tooMany: 'Too many attempts. Wait a quarter of an hour, then try again.',
  failed: 'That didn’t work. Check your connection and try again.',
}

const BY_CODE: Readonly<Record<string, string>> = { wrong_passkey: TEXTS.refused, account_disabled: TEXTS.disabled }
const BY_STATUS: Readonly<Record<number, string>> = { 403: TEXTS.foreign, 429: TEXTS.tooMany }

const section = document.querySelector<HTMLElement>('.passkey')
if (section !== null && supportsPasskeys()) start(section)

/** Offers passkeys with a button, and next to the addresses that the browser fills in. */
function start(section: HTMLElement): void {
  const error = section.querySelector('.error')
  // A browser can have only one open request for a passkey, so the button ends the offer.
  let offer = new AbortController()

  async function offerBesideField(): Promise<void> {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    const { signal } = offer
    const renewal = setTimeout(renewOffer, OFFER_MS)
    const credential = await ask({ mediation: 'conditional', signal }).catch(() => undefined)
    clearTimeout(renewal)
    if (credential !== undefined) await submit(credential)
  }

  function renewOffer(): void {
    offer.abort()
    offer = new AbortController()
    offerBesideField()
  }

  async function submit(credential: unknown): Promise<void> {
    try {
      location.assign(await signIn(credential, section.dataset.next))
    } catch (failure) {
      offerAgain(failure)
    }
  }

  async function askNow(): Promise<void> {
    show('')
    offer.abort()
    try {
      await submit(await ask({}))
    } catch (failure) {
      offerAgain(failure)
    }
  }

  /** Not after a success: until the next page has loaded, the browser could sign in a second time. */
  function offerAgain(failure: unknown): void {
    show(textOf(failure))
    renewOffer()
  }

  function show(text: string): void {
    if (error !== null) error.textContent = text
  }

  section.hidden = false
  section.querySelector('button')?.addEventListener('click', askNow)
  offerBesideField()
}

type How = Pick<CredentialRequestOptions, 'mediation' | 'signal'>

/** A request that the server has refused. */
class RefusedError extends Error {
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, code: string | undefined) {
    super(`refused: ${status}`)
    this.status = status
    this.code = code
  }
}

/**
 * If the challenge has expired by the time of the answer, for example because the device was asleep, asks once more.
 */
async function ask(how: How): Promise<unknown> {
  const askedAt = Date.now()
  const credential = await askOnce(how)
  return Date.now() - askedAt < CHALLENGE_LIFETIME_MS ? credential : askOnce({})
}

async function askOnce(how: How): Promise<unknown> {
  return requestPasskey(await read<PasskeyOptions>(await fetch('/sign-in/passkey')), how)
}

/** @returns where to continue */
async function signIn(credential: unknown, wanted: string | undefined): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ credential, next: wanted })
  const { next } = await read<{ next: string }>(await fetch('/sign-in/passkey', { method: 'POST', headers, body }))
  return next
}

async function read<Body>(response: Response): Promise<Body> {
  if (response.ok) return response.json()
  // A proxy's error pages are not JSON.
  const { code } = await response.json().catch(() => ({}))
  throw new RefusedError(response.status, code)
}

function textOf(failure: unknown): string {
  if (failure instanceof RefusedError) return BY_CODE[failure.code ?? ''] ?? BY_STATUS[failure.status] ?? TEXTS.failed
  return failure instanceof DOMException ? TEXTS.cancelled : TEXTS.failed
}
