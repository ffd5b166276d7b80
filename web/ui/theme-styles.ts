import { type Theme, themeColours } from '../../src/domain/surveys/survey-settings/theme.ts'
import { type Colours, coloursOf } from '../../src/theme/colours.ts'

const sheet = new CSSStyleSheet()

/** Applies a theme's colours to the page, for light and dark mode, and for printing on white paper. */
export function applyTheme(theme: Theme): void {
  const { light, dark } = coloursOf(theme)
  const { light: printed } = coloursOf({ ...themeColours(theme), background: '#ffffff' })
  sheet.replaceSync(`@media screen{:root{${declarations(light)}}}
@media screen and (prefers-color-scheme:dark){:root{${declarations(dark)}}}
@media print{:root{${declarations(printed)}}}`)
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}

/** The colours of one mode as custom properties, for a part of the page. */
export function cssProperties({ scheme, ...colours }: Colours): Record<string, string> {
  const named = Object.entries(colours).map(([name, colour]) => [propertyName(name), colour])
  return { 'color-scheme': scheme, ...Object.fromEntries(named) }
}

function declarations(colours: Colours): string {
  return Object.entries(cssProperties(colours))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}

/** For example, `onPrimary` becomes `--on-primary`. */
function propertyName(name: string): string {
  return `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
