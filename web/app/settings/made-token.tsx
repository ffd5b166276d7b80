import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { copyText } from '../../ui/clipboard.ts'
import { useModal } from '../../ui/modal.ts'
import { settingsTexts as words } from '../../words/settings-words.ts'

/** A token, with a command that uses it. It is shown only in this dialog and stored nowhere. */
export function MadeToken({ token, close }: { readonly token: string; readonly close: () => void }) {
  const dialog = useModal()
  const command = `curl -H 'Authorization: Bearer ${token}' ${location.origin}/api/v1/me`
  return (
    <dialog ref={dialog} class="made-token" aria-labelledby="made-token" onClose={close}>
      <h2 id="made-token">{words.tokenMade}</h2>
      <p>{words.tokenMadeAbout}</p>
      <CopyBox label={words.tokenLabel} text={token} action={words.copyToken} />
      <CopyBox label={words.curl} text={command} action={words.copyCurl} />
      <p class="row">
        <button type="button" class="quiet" onClick={close}>
          {words.done}
        </button>
      </p>
    </dialog>
  )
}

interface CopyProps {
  readonly label: string
  readonly text: string
  readonly action: string
}

/** The dialog covers the page's notices, so the confirmation appears beside the button. */
function CopyBox({ label, text, action }: CopyProps) {
  const shown = useRef<HTMLElement>(null)
  const result = useSignal('')
  const copy = async () => {
    result.value = (await copyText(text, shown.current)) ? words.copied : words.selected
  }
  return (
    <div class="copy-box">
      <h3>{label}</h3>
      <code ref={shown}>{text}</code>
      <p class="row">
        <button type="button" class="quiet small" onClick={copy}>
          {action}
        </button>
        <span class="help" role="status">
          {result.value}
        </span>
      </p>
    </div>
  )
}
