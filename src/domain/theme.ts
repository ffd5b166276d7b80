import { isObject, type Json } from './json.ts'
import { Refusal } from './refusal.ts'

export const PRESETS = ['default', 'sunset', 'ocean', 'forest', 'rose', 'slate'] as const
type Preset = (typeof PRESETS)[number]

/** A palette: a preset's name, or a pair of colours of one's own. `default` is the house palette. */
export type Theme = Preset | { readonly primary: string; readonly background: string }

/** @throws Refusal `invalid theme` for anything but a preset's name or two colours as `#rrggbb`. */
export function parseTheme(input: Json | undefined): Theme {
  const preset = PRESETS.find(name => name === input)
  if (preset !== undefined) return preset
  if (!isObject(input)) throw new Refusal('invalid_theme')
  return { primary: parseColour(input.primary), background: parseColour(input.background) }
}

function parseColour(input: Json | undefined): string {
  if (typeof input !== 'string' || !/^#[0-9a-fA-F]{6}$/.test(input)) throw new Refusal('invalid_theme')
  return input
}
