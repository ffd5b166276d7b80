import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { coloursOf } from '../../../src/domain/colours.ts'
import { PRESETS, pairOf, type Theme } from '../../../src/domain/theme.ts'
import { properties } from '../../ui/palette.ts'
import type { Desk } from '../desk.ts'
import { change } from './change.ts'
import { isColour, OwnColours, type Pair } from './own-colours.tsx'
import { Sample } from './sample.tsx'

/** Chosen here, seen in a piece of a respondent's page, and worn when it is used. */
export function ThemeSetting({ desk }: { readonly desk: Desk }) {
  const { theme } = desk.survey.value
  const chosen = useSignal(theme)
  const own = useSignal<Pair>(pairOf(theme))
  useEffect(() => {
    chosen.value = theme
    own.value = pairOf(theme)
  }, [JSON.stringify(theme)])
  const isOwn = typeof chosen.value === 'object'
  const isWhole = !isOwn || (isColour(own.value.primary) && isColour(own.value.background))
  const isUsed = JSON.stringify(chosen.value) === JSON.stringify(theme)
  const choose = (next: Theme) => {
    chosen.value = next
    own.value = pairOf(next)
  }
  const use = () => change(desk, { theme: chosen.value }, 'The survey wears this theme.')
  return (
    <>
      <Choice
        chosen={chosen.value}
        own={pairOf(typeof theme === 'object' && !isOwn ? theme : chosen.value)}
        onChoose={choose}
      />
      {isOwn && <OwnColours own={own} chosen={chosen} />}
      <div class="samples">
        <Sample look="light" theme={chosen.value} />
        <Sample look="dark" theme={chosen.value} />
      </div>
      <button
        type="button"
        class="quiet"
        aria-disabled={isUsed || !isWhole}
        onClick={() => {
          if (!isUsed && isWhole) use()
        }}
      >
        {isUsed && isWhole ? 'This theme is in use' : 'Use this theme'}
      </button>
    </>
  )
}

interface Choosing {
  readonly chosen: Theme
  /** Where colours of one's own begin. */
  readonly own: Pair
  readonly onChoose: (theme: Theme) => void
}

function Choice({ chosen, own, onChoose }: Choosing) {
  return (
    <fieldset class="themes" aria-label="Theme">
      {PRESETS.map(name => (
        <Option key={name} theme={name} name={NAMES[name]} isChosen={chosen === name} onChoose={onChoose} />
      ))}
      <Option theme={own} name="Own colours" isChosen={typeof chosen === 'object'} onChoose={onChoose} />
    </fieldset>
  )
}

interface Offered {
  readonly theme: Theme
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: (theme: Theme) => void
}

function Option({ theme, name, isChosen, onChoose }: Offered) {
  return (
    <label>
      <Paper theme={theme} />
      <span>
        <input type="radio" name="theme" checked={isChosen} onChange={() => onChoose(theme)} />
        {name}
      </span>
    </label>
  )
}

const NAMES: Readonly<Record<(typeof PRESETS)[number], string>> = {
  default: 'Classic',
  sunset: 'Sunset',
  ocean: 'Ocean',
  forest: 'Forest',
  rose: 'Rose',
  slate: 'Slate',
}

/** Paper and a bar, by day and by night. */
function Paper({ theme }: { readonly theme: Theme }) {
  const { light, dark } = coloursOf(theme)
  return (
    <span class="paper" aria-hidden="true">
      {[light, dark].map((colours, night) => (
        <span key={night} style={properties(colours)} />
      ))}
    </span>
  )
}
