import { groundsOn, INK, inkFor, shapeFor } from './grounds.ts'
import { contrast, luminance, type Oklch, toHex, toOklch } from './oklch.ts'
import { type Theme, themeColours } from './theme.ts'

/** Every colour that a page has, each as `#rrggbb`. Grounds are background, surface and field. */
export interface Colours {
  /** Whether the background is light, as `color-scheme` has it. */
  readonly scheme: 'light' | 'dark'
  readonly background: string
  /** What is set off from the page: notices, what floats. */
  readonly surface: string
  /** What takes an answer. */
  readonly field: string
  /** Text: 7 : 1 on each ground where its background allows it, never under 4.5 : 1. */
  readonly ink: string
  /** Text that steps back: 4.5 : 1 on each ground. */
  readonly muted: string
  /** The borders of controls: 3 : 1 on each ground. */
  readonly line: string
  /** The creator's colour as a fill: 3 : 1 on each ground. */
  readonly primary: string
  /** Text on the fill: 4.5 : 1. */
  readonly onPrimary: string
  /** The creator's colour as text: 4.5 : 1 on each ground. */
  readonly accent: string
  /** 3 : 1 on each ground; a gap of background parts it from what it surrounds. */
  readonly focus: string
  /** 3 : 1 on each ground. */
  readonly bar: string
  /** Text on a bar: 4.5 : 1. */
  readonly barLabel: string
  /** Text: 4.5 : 1 on each ground. */
  readonly danger: string
  readonly success: string
}

/** What text, and what shapes that carry meaning, must have against their ground (WCAG 2.2 AA). */
const TEXT = 4.5
const SHAPE = 3

/** Lightness of each colour where nothing forces another, on light and on dark grounds. */
const ON_LIGHT = { ink: 0.25, muted: 0.47, line: 0.64, danger: 0.5, success: 0.48 }
const ON_DARK = { ink: 0.95, muted: 0.77, line: 0.56, danger: 0.76, success: 0.8 }

/** Hues in radians. */
const RED = 0.44
const GREEN = 2.6

/** A background that is no lighter serves the dark look as it is; a lighter one lends its hue to a darker one. */
const DARK = 0.3
const NIGHT = 0.205

/** All colours of a theme for both looks, in some tens of microseconds. */
export function coloursOf(theme: Theme): { readonly light: Colours; readonly dark: Colours } {
  const { primary, background } = themeColours(theme)
  return { light: coloursOn(background, primary), dark: coloursOn(nightOf(background), primary) }
}

function nightOf(background: string): string {
  const { lightness, chroma, hue } = toOklch(background)
  return lightness <= DARK ? background : toHex({ lightness: NIGHT, chroma: Math.min(chroma * 1.5, 0.04), hue })
}

function coloursOn(paper: string, chosen: string): Colours {
  const grounds = groundsOn(paper)
  const { background, surface, field, isLight } = grounds
  const tones = isLight ? ON_LIGHT : ON_DARK
  const own = toOklch(chosen)
  const tint = tintOf(own, toOklch(paper))
  const primary = shapeFor(grounds, own, SHAPE)
  const accent = inkFor(grounds, own, TEXT)
  const onPrimary = labelOn(primary, tint)
  return {
    scheme: isLight ? 'light' : 'dark',
    ...{ background, surface, field },
    ink: inkFor(grounds, { ...tint, lightness: tones.ink }, INK),
    muted: inkFor(grounds, { ...tint, lightness: tones.muted }, TEXT),
    line: inkFor(grounds, { ...tint, lightness: tones.line }, SHAPE),
    ...{ primary, onPrimary, accent, focus: accent, bar: primary, barLabel: onPrimary },
    danger: inkFor(grounds, { lightness: tones.danger, chroma: 0.18, hue: RED }, TEXT),
    success: inkFor(grounds, { lightness: tones.success, chroma: 0.12, hue: GREEN }, TEXT),
  }
}

/** The trace of colour in what is nearly grey: the chosen hue, or the hue of the paper where the choice has none. */
function tintOf(own: Oklch, paper: Oklch): Oklch {
  const { chroma, hue } = own.chroma > 0.02 ? own : paper
  return { lightness: 0.2, chroma: Math.min(chroma, 0.025), hue }
}

/** White where it reads, else dark with a trace of the hue where that reads, else black. */
function labelOn(fill: string, tint: Oklch): string {
  const reads = (label: string) => contrast(luminance(label), luminance(fill)) >= TEXT
  return ['#ffffff', toHex(tint)].find(reads) ?? '#000000'
}
