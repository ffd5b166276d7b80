import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { type KeyDescriptions, KeyList } from '../ui/key-list.tsx'
import { letterKeys } from '../ui/letter-keys.ts'
import { useModal } from '../ui/modal.ts'
import { LetterKeysSwitch } from '../ui/settings/letter-keys-switch.tsx'
import { texts } from '../words/app-words.ts'
import { words } from '../words/words.ts'

const isOpen = signal(false)
const { keys } = texts

const LIST_KEYS: KeyDescriptions = [
  [['/'], keys.search],
  [['n'], keys.newSurvey],
  [['↓', '↑'], keys.move],
  [['Enter'], keys.open],
  [['?'], keys.help],
]
const BUILDER_KEYS: KeyDescriptions = [
  [[keys.alt, '↑', '↓'], keys.moveQuestion],
  [[keys.alt, 'PgUp', 'PgDn'], keys.nextQuestion],
  [[keys.alt, 'N'], keys.addQuestion],
  [[keys.enter], keys.addOption],
  [[keys.shift, keys.enter], keys.newLine],
  [[keys.ctrl, keys.enter], keys.publish],
]

export function KeyHelpButton() {
  return (
    <button
      type="button"
      class="plain key-help"
      aria-label={texts.keyboard}
      title={texts.keyboard}
      onClick={() => {
        isOpen.value = true
      }}
    >
      ?
    </button>
  )
}

/** The application's keys, once on a page; `?` shows them. */
export function KeyHelp() {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === '?' && isFree(event)) isOpen.value = true
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return isOpen.value ? <KeyDialog /> : null
}

function KeyDialog() {
  const dialog = useModal()
  const close = () => {
    isOpen.value = false
  }
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">{texts.keyboard}</h2>
      <KeyList keys={LIST_KEYS} />
      <h3>{keys.inBuilder}</h3>
      <KeyList keys={BUILDER_KEYS} />
      <LetterKeysSwitch />
      <p class="row">
        <button type="button" class="quiet" onClick={close}>
          {words.common.close}
        </button>
      </p>
    </dialog>
  )
}

/** Whether a key is a shortcut: letter shortcuts are enabled, and the key is not typed into a field or a dialog. */
export function isFree(event: KeyboardEvent): boolean {
  const { target } = event
  if (!letterKeys.value || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  return !(target instanceof Element) || target.closest('input, textarea, select, dialog, [contenteditable]') === null
}
