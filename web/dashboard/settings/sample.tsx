import { coloursOf } from '../../../src/domain/colours.ts'
import type { Theme } from '../../../src/domain/theme.ts'
import { properties } from '../../ui/palette.ts'

interface Look {
  readonly look: 'light' | 'dark'
  readonly theme: Theme
}

/** A piece of a respondent's page; nothing in it can be used. */
export function Sample({ look, theme }: Look) {
  return (
    <div
      class="sample"
      role="img"
      aria-label={`The survey on a ${look} screen`}
      style={properties(coloursOf(theme)[look])}
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
