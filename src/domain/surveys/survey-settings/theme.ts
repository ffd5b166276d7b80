import { isObject, type Json } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'

export const PRESETS = ['default', 'sunset', 'ocean', 'forest', 'rose', 'slate'] as const
export type Preset = (typeof PRESETS)[number]

/** A type rather than an interface, which could not be passed as JSON. */
type ColourPair = {
  readonly primary: string
  readonly background: string
}

/** The two colours of each preset. Presets differ visibly in both. */
const PAIRS: Readonly<Record<Preset, ColourPair>> = {
  default: { primary: '#23458f', background: '#faf7f0' },
  sunset: { primary: '#c2410c', background: '#fff0e0' },
  ocean: { primary: '#00728a', background: '#e6f6f8' },
  forest: { primary: '#2f6b3c', background: '#eef5e6' },
  rose: { primary: '#b3245f', background: '#fdeef3' },
  slate: { primary: '#3c434d', background: '#eef1f5' },
}

/** A preset name or a custom pair of colours. `default` is the house palette. */
export type Theme = Preset | ColourPair

/** @throws Refusal `invalid theme` for anything but a preset name or two colours as `#rrggbb` */
export function parseTheme(input: Json | undefined): Theme {
  const preset = PRESETS.find(name => name === input)
  if (preset !== undefined) return preset
  if (!isObject(input)) throw new Refusal('invalid_theme')
  return { primary: parseColour(input.primary), background: parseColour(input.background) }
}

/** The two colours of a theme. */
export function themeColours(theme: Theme): ColourPair {
  return typeof theme === 'string' ? PAIRS[theme] : theme
}

function parseColour(input: Json | undefined): string {
  if (typeof input !== 'string' || !/^#[0-9a-fA-F]{6}$/.test(input)) throw new Refusal('invalid_theme')
  return input
}
