import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Theme } from '../../../src/domain/surveys/survey-settings/theme.ts'
import { words } from '../../words/words.ts'
import './theme.css'

export type Pair = Exclude<Theme, string>

interface Props {
  /** As typed. */
  readonly typed: Signal<Pair>
  /** The last pair of valid colours. */
  readonly chosen: Pair
  /** Called whenever both are valid colours. */
  readonly choose: (pair: Pair) => void
}

/** Two colours, each picked or typed. All others are derived from them. */
export function CustomColours({ typed, chosen, choose }: Props) {
  const put = (members: Partial<Pair>) => {
    typed.value = { ...typed.value, ...members }
    if (isColour(typed.value.primary) && isColour(typed.value.background)) choose(typed.value)
  }
  return (
    <div class="custom-colours">
      <Colour
        label={words.settings.primary}
        typed={typed.value.primary}
        lastValid={chosen.primary}
        onChange={primary => put({ primary })}
      />
      <Colour
        label={words.settings.background}
        typed={typed.value.background}
        lastValid={chosen.background}
        onChange={background => put({ background })}
      />
      <p class="help">{words.settings.coloursHelp}</p>
    </div>
  )
}

interface Field {
  readonly label: string
  readonly typed: string
  /** The last valid colour. */
  readonly lastValid: string
  readonly onChange: (colour: string) => void
}

function Colour({ label, typed, lastValid, onChange }: Field) {
  const id = useId()
  const isWrong = !isColour(typed)
  return (
    <div>
      <label for={id}>{label}</label>
      <div class="colour">
        <input
          type="color"
          aria-label={words.settings.pick(label)}
          value={lastValid}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <input
          id={id}
          value={typed}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={isWrong}
          aria-describedby={`${id}-error`}
          onInput={({ currentTarget }) => onChange(currentTarget.value.trim())}
        />
      </div>
      <p class="error" id={`${id}-error`} role="status">
        {isWrong && words.settings.colourError}
      </p>
    </div>
  )
}

export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}
