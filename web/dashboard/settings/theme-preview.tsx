import type { Theme } from '../../../src/domain/surveys/survey-settings/theme.ts'
import { coloursOf } from '../../../src/theme/colours.ts'
import { cssProperties } from '../../ui/theme-styles.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'

interface Props {
  readonly scheme: 'light' | 'dark'
  readonly theme: Theme
}

/** A picture of the survey page; its controls do nothing. */
export function ThemePreview({ scheme, theme }: Props) {
  return (
    <div
      class="theme-preview"
      role="img"
      aria-label={dashboardTexts.settings.preview(scheme)}
      style={cssProperties(coloursOf(theme)[scheme])}
    >
      <p class="asked">{dashboardTexts.settings.previewQuestion}</p>
      <p class="choice" data-chosen>
        {dashboardTexts.settings.previewYes}
      </p>
      <p class="choice">{dashboardTexts.settings.previewNo}</p>
      <p>
        <span class="button">{dashboardTexts.settings.previewSend}</span>
      </p>
    </div>
  )
}
