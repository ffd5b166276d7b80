import type { Theme } from '../domain/surveys/survey-settings/theme.ts'
import { type Html, html } from '../html/html.ts'
import { type Colours, coloursOf } from './colours.ts'

/** The colours of a theme as custom properties, for the light and the dark version. */
export function themeStyle(theme: Theme): Html {
  const { light, dark } = coloursOf(theme)
  return html`:root{${properties(light)}}@media(prefers-color-scheme:dark){:root{${properties(dark)}}}
`
}

function properties({ scheme, ...colours }: Colours): Html {
  const named = Object.entries(colours).map(([name, colour]) => html`;--${propertyName(name)}:${colour}`)
  return html`color-scheme:${scheme}${named}`
}

/** For example, `onPrimary` becomes `--on-primary`. */
function propertyName(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
