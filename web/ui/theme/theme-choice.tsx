import { PRESETS, type Theme } from '../../../src/domain/surveys/survey-settings/theme.ts'
import { coloursOf } from '../../../src/theme/colours.ts'
import { words } from '../../words/words.ts'
import { cssProperties } from '../theme-styles.ts'
import type { Pair } from './custom-colours.tsx'
import './theme.css'

interface ThemeChoiceProps {
  readonly chosen: Theme
  /** The initial colours of the custom theme; undefined if it is not offered. */
  readonly customColours: Pair | undefined
  readonly onChoose: (theme: Theme) => void
}

/** The presets, and two custom colours. */
export function ThemeChoice({ chosen, customColours: typed, onChoose }: ThemeChoiceProps) {
  return (
    <fieldset class="themes" aria-label={words.settings.theme}>
      {PRESETS.map(name => (
        <ThemeOption
          key={name}
          theme={name}
          name={words.settings.themes[name]}
          isChosen={chosen === name}
          onChoose={onChoose}
        />
      ))}
      {typed !== undefined && (
        <ThemeOption
          theme={typed}
          name={words.settings.customColours}
          isChosen={typeof chosen === 'object'}
          onChoose={onChoose}
        />
      )}
    </fieldset>
  )
}

interface OptionProps {
  readonly theme: Theme
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: (theme: Theme) => void
}

function ThemeOption({ theme, name, isChosen, onChoose }: OptionProps) {
  return (
    <label>
      <Swatch theme={theme} />
      <span>
        <input type="radio" name="theme" checked={isChosen} onChange={() => onChoose(theme)} />
        {name}
      </span>
    </label>
  )
}

/** Background and bar of a theme, light and dark. */
function Swatch({ theme }: { readonly theme: Theme }) {
  const { light, dark } = coloursOf(theme)
  return (
    <span class="swatch" aria-hidden="true">
      {[light, dark].map((colours, night) => (
        <span key={night} style={cssProperties(colours)} />
      ))}
    </span>
  )
}
