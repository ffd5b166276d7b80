import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RequestError } from '../ui/request.ts'
import { texts } from '../words/app-words.ts'
import { send } from './api.ts'

interface Question {
  /** @param isVerified whether the password was given */
  readonly settle: (isVerified: boolean) => void
  readonly error: string | undefined
}

const question = signal<Question | undefined>(undefined)

/**
 * Runs an action that may need the password once more, and asks for it if so.
 * @returns undefined if the user did not give it
 * @throws RequestError
 */
export async function withVerification<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'verification_required') throw error
    return (await askForPassword()) ? await act() : undefined
  }
}

/** As `withVerification`. @returns whether it was done */
export async function succeeds(act: () => Promise<unknown>): Promise<boolean> {
  const done = await withVerification(async () => {
    await act()
    return true
  })
  return done === true
}

function askForPassword(): Promise<boolean> {
  return new Promise(settle => {
    question.value = { settle, error: undefined }
  })
}

/** The dialog for the password, while it is asked for; once on a page. */
export function VerificationDialog() {
  const asked = question.value
  const field = useRef<HTMLInputElement>(null)
  if (asked === undefined) return null
  const end = (isVerified: boolean) => {
    question.value = undefined
    asked.settle(isVerified)
  }
  const confirm = async () => {
    try {
      await send('POST', '/verify', { password: field.current?.value ?? '' })
      end(true)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      question.value = { ...asked, error: texts.problems[error.code ?? ''] ?? error.message }
      field.current?.select()
    }
  }
  return (
    <ConfirmDialog
      title={texts.verify.title}
      confirmLabel={texts.verify.confirm}
      onConfirm={confirm}
      onCancel={() => end(false)}
    >
      <p>{texts.verify.about}</p>
      <label for="verify-password">{texts.verify.password}</label>
      <input
        ref={field}
        id="verify-password"
        type="password"
        autocomplete="current-password"
        aria-invalid={asked.error !== undefined}
        aria-describedby="verify-error"
      />
      <p class="error" id="verify-error" role="alert">
        {asked.error}
      </p>
    </ConfirmDialog>
  )
}
