import { givePasskey, hasPasskeys, type PasskeyOptions } from '../ui/passkey.ts'

/** For how long the offer beside the address field stays: its challenge ends on the server a minute later. In milliseconds. */
const OFFER_MS = 240_000

const TEXTS = {
  refused: 'That passkey doesn’t sign in here. Try another one, or use your password.',
  cancelled: 'No passkey was used. Try again, or use your password.',
  disabled: 'This account is disabled. Ask the operator of this service.',
  tooMany: 'Too many attempts. Wait a quarter of an hour, then try again.',
  failed: 'That didn’t work. Check your connection and try again.',
}

const BY_STATUS: Readonly<Record<number, string>> = { 400: TEXTS.refused, 403: TEXTS.disabled, 429: TEXTS.tooMany }

const section = document.querySelector<HTMLElement>('.passkey')
if (section !== null && hasPasskeys()) start(section)

/** Offers passkeys by a button, and beside the addresses that the browser fills in. */
function start(section: HTMLElement): void {
  const error = section.querySelector('.error')
  // A browser has one request for a passkey open at a time: the button ends the offer.
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
      show(textOf(failure))
    }
  }

  async function askNow(): Promise<void> {
    show('')
    offer.abort()
    try {
      await submit(await ask({}))
    } catch (failure) {
      show(textOf(failure))
    }
    renewOffer()
  }

  function show(text: string): void {
    if (error !== null) error.textContent = text
  }

  section.hidden = false
  section.querySelector('button')?.addEventListener('click', askNow)
  offerBesideField()
}

/** A request that the server has refused. */
class RefusedError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused: ${status}`)
    this.status = status
  }
}

async function ask(how: Pick<CredentialRequestOptions, 'mediation' | 'signal'>): Promise<unknown> {
  return givePasskey(await read<PasskeyOptions>(await fetch('/sign-in/passkey')), how)
}

/** @returns where to go on */
async function signIn(credential: unknown, wanted: string | undefined): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ credential, next: wanted })
  const { next } = await read<{ next: string }>(await fetch('/sign-in/passkey', { method: 'POST', headers, body }))
  return next
}

async function read<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new RefusedError(response.status)
  return response.json()
}

function textOf(failure: unknown): string {
  if (failure instanceof RefusedError) return BY_STATUS[failure.status] ?? TEXTS.failed
  return failure instanceof DOMException ? TEXTS.cancelled : TEXTS.failed
}
