import { useModal } from '../ui/modal.ts'
import { KEYS, letterKeys, setLetterKeys } from './keyboard-shortcuts.ts'

interface Props {
  readonly close: () => void
}

/** Nothing, so that the room looks at whoever speaks. Any key, or a click, and it is over. */
export function BlankScreen({ close }: Props) {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      class="blank"
      aria-label="The screen is blank. Any key shows it again."
      onClose={close}
      onClick={close}
      onKeyDown={event => {
        event.preventDefault()
        close()
      }}
    />
  )
}

/** The keys. */
export function KeyboardHelp({ close }: Props) {
  const dialog = useModal()
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys" onClose={close}>
      <h2 id="keys">Keys</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={letterKeys.value}
          onChange={({ currentTarget }) => setLetterKeys(currentTarget.checked)}
        />
        Letters and signs are keys
      </label>
      <button type="button" class="quiet" onClick={close}>
        Close
      </button>
    </dialog>
  )
}
