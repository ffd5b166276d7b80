import { type Colours, coloursOf } from '../domain/colours.ts'
import type { Theme } from '../domain/theme.ts'
import { type Html, html } from './html.ts'

/** The colours of a theme as custom properties, for the light look and for the dark one. */
export function themeStyle(theme: Theme): Html {
  const { light, dark } = coloursOf(theme)
  return html`:root{${properties(light)}}@media(prefers-color-scheme:dark){:root{${properties(dark)}}}
`
}

function properties({ scheme, ...colours }: Colours): Html {
  const named = Object.entries(colours).map(([name, colour]) => html`;--${propertyName(name)}:${colour}`)
  return html`color-scheme:${scheme}${named}`
}

/** `onPrimary` is `--on-primary`. */
function propertyName(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
