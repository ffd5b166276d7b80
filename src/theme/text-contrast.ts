import { largestOf, smallestOf } from '../domain/values/largest.ts'
import { contrast, luminance, luminanceOf, type Oklch, toHex, toOklch } from './oklch.ts'

/** The colours on which text and controls can be placed. */
export interface SurfaceColours {
  readonly background: string
  readonly surface: string
  readonly field: string
  /** Whether text is dark: black has more contrast than white on the background. */
  readonly isLight: boolean
  /** Luminances of the darkest and the lightest of these colours. */
  readonly darkest: number
  readonly lightest: number
}

/** The contrast of body text if its background allows it. No derived surface may reduce it. */
export const TEXT_CONTRAST_GOAL = 7

/** Each step of the search for a lightness leaves a small part of the distance. */
const SEARCH_STEPS = 5

/** The surface colours of a page with this background. */
export function surfaceColours(background: string): SurfaceColours {
  const base = toOklch(background)
  const isLight = isBlackReadable(luminance(background))
  const surface = derivedSurface(base, isLight, isLight ? shade(base, -0.035) : shade(base, 0.05))
  const field = derivedSurface(base, isLight, isLight ? lightened(base) : shade(base, 0.03))
  const luminances = [background, surface, field].map(luminance)
  const [darkest, lightest] = [smallestOf(luminances), largestOf(luminances)]
  return { background: background.toLowerCase(), surface, field, isLight, darkest, lightest }
}

/**
 * The colour with the nearest lightness that has this contrast with each surface, on the side of text; black or white
 * if there is none.
 */
export function readableColour(surfaces: SurfaceColours, colour: Oklch, ratio: number): string {
  const limit = surfaces.isLight ? darkLimit(surfaces, ratio) : lightLimit(surfaces, ratio)
  const own = luminance(toHex(colour))
  const isReached = surfaces.isLight ? own <= limit : own >= limit
  return isReached ? toHex(colour) : atLuminance(colour, limit, surfaces.isLight)
}

/**
 * The colour with the nearest lightness that has this contrast with each surface, lighter or darker than the surfaces.
 */
export function visibleColour(surfaces: SurfaceColours, colour: Oklch, ratio: number): string {
  const [dark, light] = [darkLimit(surfaces, ratio), lightLimit(surfaces, ratio)]
  const own = luminance(toHex(colour))
  if (own <= dark || own >= light) return toHex(colour)
  const darkens = light > 1 || (dark >= 0 && Math.cbrt(own) - Math.cbrt(dark) <= Math.cbrt(light) - Math.cbrt(own))
  return atLuminance(colour, darkens ? dark : light, darkens)
}

function darkLimit({ darkest }: SurfaceColours, ratio: number): number {
  return (darkest + 0.05) / ratio - 0.05
}

function lightLimit({ lightest }: SurfaceColours, ratio: number): number {
  return (lightest + 0.05) * ratio - 0.05
}

/** If text would lose contrast on the preferred colour, the surface goes to the other side of the background. */
function derivedSurface(background: Oklch, isLight: boolean, preferred: Oklch): string {
  const surface = toHex(preferred)
  const best = contrast(luminance(surface), isLight ? 0 : 1)
  return best >= TEXT_CONTRAST_GOAL ? surface : toHex(shade(background, isLight ? 0.05 : -0.05))
}

function shade(background: Oklch, step: number): Oklch {
  return { ...background, lightness: background.lightness + step }
}

function lightened({ lightness, chroma, hue }: Oklch): Oklch {
  return { lightness: lightness + (1 - lightness) * 0.7, chroma: chroma * 0.3, hue }
}

function isBlackReadable(background: number): boolean {
  return contrast(background, 0) >= contrast(background, 1)
}

/**
 * The colour with a luminance just beyond the limit. The cube root of luminance is nearly proportional to lightness.
 */
function atLuminance(colour: Oklch, limit: number, darkens: boolean): string {
  if (limit <= 0 || limit >= 1) return extremeColour(darkens)
  let { lightness } = colour
  for (let step = 0; step < SEARCH_STEPS; step++) {
    lightness += Math.cbrt(limit) - Math.cbrt(luminanceOf({ ...colour, lightness }))
  }
  return pastLimit({ ...colour, lightness }, limit, darkens)
}

/** After rounding to eight bits, a channel may miss the limit by a step. */
function pastLimit(colour: Oklch, limit: number, darkens: boolean): string {
  const step = darkens ? -0.002 : 0.002
  for (let { lightness } = colour; lightness > 0 && lightness < 1; lightness += step) {
    const candidate = toHex({ ...colour, lightness })
    const reached = luminance(candidate)
    if (darkens ? reached <= limit : reached >= limit) return candidate
  }
  return extremeColour(darkens)
}

function extremeColour(darkens: boolean): string {
  return darkens ? '#000000' : '#ffffff'
}
