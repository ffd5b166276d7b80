import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt } from '../../ui/notice.tsx'
import { type PasskeyOptions, requestPasskey, supportsPasskeys } from '../../ui/passkey.ts'
import { RequestError } from '../../ui/request.ts'
import { settingsTexts } from '../../words/settings-words.ts'
import { account } from '../account.ts'
import { send } from '../api.ts'

const { verify: words } = settingsTexts

interface VerificationRequest {
  readonly settle: (isVerified: boolean) => void
  readonly error: string | undefined
}

/** A verification method, with its button. */
interface VerificationMethod {
  readonly label: string
  readonly act: () => void
}

interface AvailableMethods {
  readonly asksPassword: boolean
  readonly hasPasskey: boolean
  readonly provider: string | null
}

const pending = signal<VerificationRequest | undefined>(undefined)

/**
 * Runs an action. If the server requires verification, shows the dialog and then runs the action again.
 * @returns undefined if the user cancelled
 * @throws RequestError
 */
export async function withVerification<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'verification_required') throw error
    return (await requestVerification()) ? await act() : undefined
  }
}

/** Like `withVerification`. @returns whether the action succeeded */
export async function succeeds(act: () => Promise<unknown>): Promise<boolean> {
  const done = await withVerification(async () => {
    await act()
    return true
  })
  return done === true
}

function requestVerification(): Promise<boolean> {
  return new Promise(settle => {
    pending.value = { settle, error: undefined }
  })
}

/** The dialog of `withVerification`, shown while open. A page has one. */
export function VerificationDialog() {
  return pending.value === undefined ? null : <Dialog request={pending.value} />
}

function Dialog({ request }: { readonly request: VerificationRequest }) {
  const field = useRef<HTMLInputElement>(null)
  const options = useSignal<PasskeyOptions | null>(null)
  const loadOptions = async () => {
    if (supportsPasskeys()) options.value = (await send<{ options: PasskeyOptions | null }>('GET', '/verify')).options
  }
  useEffect(() => void attempt(loadOptions), [])
  const end = (isVerified: boolean) => {
    pending.value = undefined
    request.settle(isVerified)
  }
  const { isRunning, run: verify } = useAction(async (makeBody: () => Promise<object>) => {
    try {
      await send('POST', '/verify', await makeBody())
      end(true)
    } catch (error) {
      pending.value = { ...request, error: textOf(error) }
      field.current?.select()
      // A challenge can be used only once, so the next attempt needs a new one.
      await attempt(loadOptions)
    }
  })
  const verifyWithPassword = () => verify(async () => ({ password: field.current?.value ?? '' }))
  const verifyWithPasskey = (options: PasskeyOptions) =>
    verify(async () => ({ passkey: await requestPasskey(options) }))
  const leave = () => {
    if (!isRunning) signInAgain()
  }
  const { value: passkey } = options
  const { has_password: hasPassword = true, sign_in_provider: provider = null } = account.value ?? {}
  const password: VerificationMethod = { label: words.confirm, act: verifyWithPassword }
  const others: readonly VerificationMethod[] = [
    ...(provider === null ? [] : [{ label: words.provider(provider), act: leave }]),
    ...(passkey === null ? [] : [{ label: words.passkey, act: () => verifyWithPasskey(passkey) }]),
  ]
  const [first = password, ...rest] = hasPassword ? [password, ...others] : others
  const asksPassword = first === password
  return (
    <ConfirmDialog
      title={words.title}
      confirmLabel={first.label}
      isRunning={isRunning}
      onConfirm={first.act}
      onCancel={() => end(false)}
    >
      <p>{aboutFor({ asksPassword, hasPasskey: passkey !== null, provider })}</p>
      {asksPassword && (
        <>
          <label for="verify-password">{words.password}</label>
          <input
            ref={field}
            id="verify-password"
            type="password"
            autocomplete="current-password"
            aria-invalid={request.error !== undefined}
            aria-describedby="verify-error"
          />
        </>
      )}
      {rest.length > 0 && (
        <p class="row">
          {rest.map(({ label, act }) => (
            <button key={label} type="button" class="quiet" aria-disabled={isRunning} onClick={act}>
              {label}
            </button>
          ))}
        </p>
      )}
      <p class="error" id="verify-error" role="alert">
        {request.error}
      </p>
    </ConfirmDialog>
  )
}

/** Leaves the application; the provider sends people back to the same page. */
function signInAgain(): void {
  location.assign(`/sign-in/provider?${new URLSearchParams({ purpose: 'verify', next: location.pathname })}`)
}

function aboutFor({ asksPassword, hasPasskey, provider }: AvailableMethods): string {
  if (provider !== null) return asksPassword || hasPasskey ? words.aboutChoice : words.aboutProvider(provider)
  if (!asksPassword) return words.aboutPasskey
  return hasPasskey ? words.aboutBoth : words.about
}

/** @throws any error that is not a refusal by the server or the platform */
function textOf(error: unknown): string {
  if (error instanceof DOMException) return words.passkeyCancelled
  if (!(error instanceof RequestError)) throw error
  return settingsTexts.problems[error.code ?? ''] ?? error.message
}
