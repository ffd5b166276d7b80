import { type Theme, themeColours } from '../domain/surveys/survey-settings/theme.ts'
import { contrast, luminance, type Oklch, toHex, toOklch } from './oklch.ts'
import { readableColour, surfaceColours, TEXT_CONTRAST_GOAL, visibleColour } from './text-contrast.ts'

/** All colours of a page, each as `#rrggbb`. Surfaces are background, surface and field. */
export interface Colours {
  /** Whether the background is light, as in `color-scheme`. */
  readonly scheme: 'light' | 'dark'
  readonly background: string
  /** Background of notices, dialogs and cards. */
  readonly surface: string
  /** Background of input fields. */
  readonly field: string
  /** Text: 7 : 1 on each surface if the background allows it, otherwise at least 4.5 : 1. */
  readonly text: string
  /** Secondary text: 4.5 : 1 on each surface. */
  readonly muted: string
  /** The borders of controls: 3 : 1 on each surface. */
  readonly line: string
  /** The creator's colour as a fill: 3 : 1 on each surface. */
  readonly primary: string
  /** Text on the fill: 4.5 : 1. */
  readonly onPrimary: string
  /** The creator's colour as text: 4.5 : 1 on each surface. */
  readonly accent: string
  /** 3 : 1 on each surface. A gap of background separates it from the control. */
  readonly focus: string
  /** 3 : 1 on each surface. */
  readonly bar: string
  /** Text on a bar: 4.5 : 1. */
  readonly barLabel: string
  /** Text: 4.5 : 1 on each surface. */
  readonly danger: string
  readonly success: string
}

/** Minimum contrast of text, and of shapes that carry meaning, with their surface (WCAG 2.2 AA). */
const TEXT_CONTRAST = 4.5
const SHAPE_CONTRAST = 3

/** The preferred lightness of each colour on light and on dark surfaces. */
const ON_LIGHT = { text: 0.25, muted: 0.47, line: 0.64, danger: 0.5, success: 0.48 }
const ON_DARK = { text: 0.95, muted: 0.77, line: 0.56, danger: 0.76, success: 0.8 }

/** Hues in radians. */
const RED = 0.44
const GREEN = 2.6

/**
 * A background up to this lightness is used unchanged in the dark version. A lighter one is replaced by a dark one with
 * its hue.
 */
const MAX_DARK_LIGHTNESS = 0.3
const DARK_BACKGROUND = 0.205

/** All colours of a theme for the light and the dark version. Takes about 50 µs. */
export function coloursOf(theme: Theme): { readonly light: Colours; readonly dark: Colours } {
  const { primary, background } = themeColours(theme)
  return {
    light: coloursOnBackground(background, primary),
    dark: coloursOnBackground(darkBackgroundOf(background), primary),
  }
}

function darkBackgroundOf(background: string): string {
  const { lightness, chroma, hue } = toOklch(background)
  return lightness <= MAX_DARK_LIGHTNESS
    ? background
    : toHex({ lightness: DARK_BACKGROUND, chroma: Math.min(chroma * 1.5, 0.04), hue })
}

function coloursOnBackground(background: string, chosen: string): Colours {
  const surfaces = surfaceColours(background)
  const { surface, field, isLight } = surfaces
  const tones = isLight ? ON_LIGHT : ON_DARK
  const own = toOklch(chosen)
  const tint = tintOf(own, toOklch(background))
  const primary = visibleColour(surfaces, own, SHAPE_CONTRAST)
  const accent = readableColour(surfaces, own, TEXT_CONTRAST)
  const onPrimary = labelOn(primary, tint)
  return {
    scheme: isLight ? 'light' : 'dark',
    ...{ background: surfaces.background, surface, field },
    text: readableColour(surfaces, { ...tint, lightness: tones.text }, TEXT_CONTRAST_GOAL),
    muted: readableColour(surfaces, { ...tint, lightness: tones.muted }, TEXT_CONTRAST),
    line: readableColour(surfaces, { ...tint, lightness: tones.line }, SHAPE_CONTRAST),
    ...{ primary, onPrimary, accent, focus: accent, bar: primary, barLabel: onPrimary },
    danger: readableColour(surfaces, { lightness: tones.danger, chroma: 0.18, hue: RED }, TEXT_CONTRAST),
    success: readableColour(surfaces, { lightness: tones.success, chroma: 0.12, hue: GREEN }, TEXT_CONTRAST),
  }
}

/**
 * A trace of colour for nearly grey colours: the hue of the chosen colour, or of the background if the chosen colour is
 * grey.
 */
function tintOf(own: Oklch, background: Oklch): Oklch {
  const { chroma, hue } = own.chroma > 0.02 ? own : background
  return { lightness: 0.2, chroma: Math.min(chroma, 0.025), hue }
}

/** White if it has enough contrast, otherwise dark with a trace of the hue if that has enough, otherwise black. */
function labelOn(fill: string, tint: Oklch): string {
  const isReadable = (label: string) => contrast(luminance(label), luminance(fill)) >= TEXT_CONTRAST
  return ['#ffffff', toHex(tint)].find(isReadable) ?? '#000000'
}
