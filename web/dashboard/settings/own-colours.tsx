import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { pairOf, type Theme } from '../../../src/domain/theme.ts'

export type Pair = Exclude<Theme, string>

interface Own {
  /** As typed. */
  readonly own: Signal<Pair>
  /** Follows as far as it is a pair of colours. */
  readonly chosen: Signal<Theme>
}

/** Two colours, each picked or typed; all others are made from them so that everything can be read. */
export function OwnColours({ own, chosen }: Own) {
  const put = (part: Partial<Pair>) => {
    own.value = { ...own.value, ...part }
    if (isColour(own.value.primary) && isColour(own.value.background)) chosen.value = own.value
  }
  const seen = pairOf(chosen.value)
  return (
    <div class="own">
      <Colour label="Main colour" typed={own.value.primary} seen={seen.primary} onPut={primary => put({ primary })} />
      <Colour
        label="Paper"
        typed={own.value.background}
        seen={seen.background}
        onPut={background => put({ background })}
      />
      <p class="help">Text, lines and bars are made from these two so that they can always be read.</p>
    </div>
  )
}

interface Field {
  readonly label: string
  readonly typed: string
  /** The last colour that it was. */
  readonly seen: string
  readonly onPut: (colour: string) => void
}

function Colour({ label, typed, seen, onPut }: Field) {
  const id = useId()
  const isWrong = !isColour(typed)
  return (
    <div>
      <label for={id}>{label}</label>
      <div class="colour">
        <input
          type="color"
          aria-label={`Pick: ${label.toLowerCase()}`}
          value={seen}
          onInput={({ currentTarget }) => onPut(currentTarget.value)}
        />
        <input
          id={id}
          value={typed}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={isWrong}
          aria-describedby={`${id}-error`}
          onInput={({ currentTarget }) => onPut(currentTarget.value.trim())}
        />
      </div>
      <p class="error" id={`${id}-error`} role="status">
        {isWrong && 'Write it as # and six digits, like #23458f.'}
      </p>
    </div>
  )
}

export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}
