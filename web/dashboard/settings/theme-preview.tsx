import type { Theme } from '../../../src/domain/theme.ts'
import { coloursOf } from '../../../src/theme/colours.ts'
import { cssProperties } from '../../ui/theme-styles.ts'
import { words } from '../../words/words.ts'

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
      aria-label={words.settings.preview(scheme)}
      style={cssProperties(coloursOf(theme)[scheme])}
    >
      <p class="asked">{words.settings.previewQuestion}</p>
      <p class="choice" data-chosen>
        {words.settings.previewYes}
      </p>
      <p class="choice">{words.settings.previewNo}</p>
      <p>
        <span class="button">{words.settings.previewSend}</span>
      </p>
    </div>
  )
}
