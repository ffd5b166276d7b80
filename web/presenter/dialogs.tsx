import { useModal } from '../ui/modal.ts'
import { KEYS, letterKeys, takeLetterKeys } from './keys.ts'

interface Over {
  readonly close: () => void
}

/** Nothing, so that the room looks at whoever speaks. Any key, or a click, and it is over. */
export function Blank({ close }: Over) {
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
export function Help({ close }: Over) {
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
          onChange={({ currentTarget }) => takeLetterKeys(currentTarget.checked)}
        />
        Letters and signs are keys
      </label>
      <button type="button" class="quiet" onClick={close}>
        Close
      </button>
    </dialog>
  )
}
