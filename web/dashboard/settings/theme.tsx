import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { PRESETS, type Theme, themeColours } from '../../../src/domain/theme.ts'
import { coloursOf } from '../../../src/theme/colours.ts'
import { cssProperties } from '../../ui/theme-styles.ts'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { CustomColours, isColour, type Pair } from './custom-colours.tsx'
import { ThemePreview } from './theme-preview.tsx'
import { updateSurvey } from './update-survey.ts'

/** Chooses a theme, with a preview before it is applied. */
export function ThemeSetting({ model }: { readonly model: SurveyModel }) {
  const { theme } = model.survey.value
  const chosen = useSignal(theme)
  const typed = useSignal<Pair>(themeColours(theme))
  useEffect(() => {
    chosen.value = theme
    typed.value = themeColours(theme)
  }, [JSON.stringify(theme)])
  const isCustom = typeof chosen.value === 'object'
  const isComplete = !isCustom || (isColour(typed.value.primary) && isColour(typed.value.background))
  const isUsed = JSON.stringify(chosen.value) === JSON.stringify(theme)
  const choose = (next: Theme) => {
    chosen.value = next
    typed.value = themeColours(next)
  }
  const use = () => updateSurvey(model, { theme: chosen.value }, words.settings.themeUpdated)
  return (
    <>
      <ThemeChoice
        chosen={chosen.value}
        customColours={themeColours(typeof theme === 'object' && !isCustom ? theme : chosen.value)}
        onChoose={choose}
      />
      {isCustom && <CustomColours typed={typed} chosen={chosen} />}
      <div class="theme-previews">
        <ThemePreview scheme="light" theme={chosen.value} />
        <ThemePreview scheme="dark" theme={chosen.value} />
      </div>
      <button
        type="button"
        class="quiet"
        aria-disabled={isUsed || !isComplete}
        onClick={() => {
          if (!isUsed && isComplete) use()
        }}
      >
        {isUsed && isComplete ? words.settings.themeApplied : words.settings.applyTheme}
      </button>
    </>
  )
}

interface ThemeChoiceProps {
  readonly chosen: Theme
  /** The colours that the custom theme starts from. */
  readonly customColours: Pair
  readonly onChoose: (theme: Theme) => void
}

function ThemeChoice({ chosen, customColours: typed, onChoose }: ThemeChoiceProps) {
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
      <ThemeOption
        theme={typed}
        name={words.settings.customColours}
        isChosen={typeof chosen === 'object'}
        onChoose={onChoose}
      />
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
