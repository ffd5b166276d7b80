import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { coloursOf } from '../../../src/domain/colours.ts'
import { PRESETS, type Theme, themeColours } from '../../../src/domain/theme.ts'
import { cssProperties } from '../../ui/theme-styles.ts'
import type { SurveyModel } from '../survey-model.ts'
import { CustomColours, isColour, type Pair } from './custom-colours.tsx'
import { ThemePreview } from './theme-preview.tsx'
import { updateSurvey } from './update-survey.ts'

/** Chosen here, seen in a piece of a respondent's page, and worn when it is used. */
export function ThemeSetting({ model }: { readonly model: SurveyModel }) {
  const { theme } = model.survey.value
  const chosen = useSignal(theme)
  const typed = useSignal<Pair>(themeColours(theme))
  useEffect(() => {
    chosen.value = theme
    typed.value = themeColours(theme)
  }, [JSON.stringify(theme)])
  const isOwn = typeof chosen.value === 'object'
  const isWhole = !isOwn || (isColour(typed.value.primary) && isColour(typed.value.background))
  const isUsed = JSON.stringify(chosen.value) === JSON.stringify(theme)
  const choose = (next: Theme) => {
    chosen.value = next
    typed.value = themeColours(next)
  }
  const use = () => updateSurvey(model, { theme: chosen.value }, 'The survey wears this theme.')
  return (
    <>
      <ThemeChoice
        chosen={chosen.value}
        customColours={themeColours(typeof theme === 'object' && !isOwn ? theme : chosen.value)}
        onChoose={choose}
      />
      {isOwn && <CustomColours typed={typed} chosen={chosen} />}
      <div class="samples">
        <ThemePreview scheme="light" theme={chosen.value} />
        <ThemePreview scheme="dark" theme={chosen.value} />
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

interface ThemeChoiceProps {
  readonly chosen: Theme
  /** Where colours of one's own begin. */
  readonly customColours: Pair
  readonly onChoose: (theme: Theme) => void
}

function ThemeChoice({ chosen, customColours: typed, onChoose }: ThemeChoiceProps) {
  return (
    <fieldset class="themes" aria-label="Theme">
      {PRESETS.map(name => (
        <ThemeOption key={name} theme={name} name={NAMES[name]} isChosen={chosen === name} onChoose={onChoose} />
      ))}
      <ThemeOption theme={typed} name="Own colours" isChosen={typeof chosen === 'object'} onChoose={onChoose} />
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

const NAMES: Readonly<Record<(typeof PRESETS)[number], string>> = {
  default: 'Classic',
  sunset: 'Sunset',
  ocean: 'Ocean',
  forest: 'Forest',
  rose: 'Rose',
  slate: 'Slate',
}

/** Paper and a bar, by day and by night. */
function Swatch({ theme }: { readonly theme: Theme }) {
  const { light, dark } = coloursOf(theme)
  return (
    <span class="paper" aria-hidden="true">
      {[light, dark].map((colours, night) => (
        <span key={night} style={cssProperties(colours)} />
      ))}
    </span>
  )
}
