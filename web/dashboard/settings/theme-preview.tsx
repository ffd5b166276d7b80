import { coloursOf } from '../../../src/domain/colours.ts'
import type { Theme } from '../../../src/domain/theme.ts'
import { cssProperties } from '../../ui/theme-styles.ts'

interface Props {
  readonly scheme: 'light' | 'dark'
  readonly theme: Theme
}

/** A piece of a respondent's page; nothing in it can be used. */
export function ThemePreview({ scheme, theme }: Props) {
  return (
    <div
      class="sample"
      role="img"
      aria-label={`The survey on a ${scheme} screen`}
      style={cssProperties(coloursOf(theme)[scheme])}
    >
      <p class="asked">Will you come?</p>
      <p class="choice" data-chosen>
        Yes
      </p>
      <p class="choice">Not this time</p>
      <p>
        <span class="button">Send</span>
      </p>
    </div>
  )
}
