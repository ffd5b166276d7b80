import { KeyList } from '../ui/key-list.tsx'
import { LetterKeysSwitch } from '../ui/letter-keys-switch.tsx'
import { useModal } from '../ui/modal.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/words.ts'
import { keysOf } from './keyboard-shortcuts.ts'
import type { PresentationState } from './presentation-state.ts'

interface Props {
  readonly close: () => void
}

/** Covers the screen, so that the audience looks at the speaker. Any key or click ends it. */
export function BlankScreen({ close }: Props) {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      class="blank"
      aria-label={presenterTexts.blank}
      onClose={close}
      onClick={close}
      onKeyDown={event => {
        event.preventDefault()
        close()
      }}
    />
  )
}

/** The keyboard shortcuts, and a switch for those that are single characters. */
export function KeyboardHelp({ state, close }: Props & { readonly state: PresentationState }) {
  const dialog = useModal()
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys" onClose={close}>
      <h2 id="keys">{presenterTexts.keyboard}</h2>
      <KeyList keys={keysOf(state.onPhones.value !== undefined)} />
      <LetterKeysSwitch />
      <button type="button" class="quiet" onClick={close}>
        {words.common.close}
      </button>
    </dialog>
  )
}
