import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { type Theme, themeColours } from '../../../src/domain/surveys/survey-settings/theme.ts'
import { CustomColours, isColour, type Pair } from '../../ui/theme/custom-colours.tsx'
import { ThemeChoice } from '../../ui/theme/theme-choice.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { ThemePreview } from './theme-preview.tsx'
import { updateSurvey } from './update-survey.ts'

/** Chooses a theme, with a preview before it is applied. */
export function ThemeSetting({ model }: { readonly model: SurveyModel }) {
  const { theme } = model.survey.value
  const chosen = useSignal(theme)
  const typed = useSignal<Pair>(themeColours(theme))
  useLayoutEffect(() => {
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
  const use = () => updateSurvey(model, { theme: chosen.value }, dashboardTexts.settings.themeUpdated)
  return (
    <>
      <ThemeChoice
        chosen={chosen.value}
        customColours={themeColours(typeof theme === 'object' && !isCustom ? theme : chosen.value)}
        onChoose={choose}
      />
      {isCustom && (
        <CustomColours typed={typed} chosen={themeColours(chosen.value)} choose={pair => (chosen.value = pair)} />
      )}
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
        {isUsed && isComplete ? dashboardTexts.settings.themeApplied : dashboardTexts.settings.applyTheme}
      </button>
    </>
  )
}
