import { contrast, luminance, luminanceOf, type Oklch, toHex, toOklch } from './oklch.ts'

/** What a page is drawn on. */
export interface Grounds {
  readonly background: string
  readonly surface: string
  readonly field: string
  /** Whether ink is dark there: black reads better than white on the background. */
  readonly isLight: boolean
  /** Luminances of the darkest and of the lightest ground. */
  readonly darkest: number
  readonly lightest: number
}

/** What ink aims at, which no derived ground may cost it. */
export const INK = 7

/** Rounds of the search for a lightness: each leaves a small part of the distance. */
const ROUNDS = 5

/** The grounds of a page around its background. */
export function groundsOn(background: string): Grounds {
  const paper = toOklch(background)
  const isLight = readsBlack(luminance(background))
  const surface = beside(paper, isLight, isLight ? shade(paper, -0.035) : shade(paper, 0.05))
  const field = beside(paper, isLight, isLight ? whitened(paper) : shade(paper, 0.03))
  const luminances = [background, surface, field].map(luminance)
  const [darkest, lightest] = [Math.min(...luminances), Math.max(...luminances)]
  return { background: background.toLowerCase(), surface, field, isLight, darkest, lightest }
}

/** The colour nearest to one in lightness that has a contrast to each ground, on the side of the ink; its end if none has. */
export function inkFor(grounds: Grounds, colour: Oklch, ratio: number): string {
  const limit = grounds.isLight ? darkLimit(grounds, ratio) : lightLimit(grounds, ratio)
  const own = luminance(toHex(colour))
  const isReached = grounds.isLight ? own <= limit : own >= limit
  return isReached ? toHex(colour) : reaching(colour, limit, grounds.isLight)
}

/** The colour nearest to one in lightness that has a contrast to each ground, on either side of them. */
export function shapeFor(grounds: Grounds, colour: Oklch, ratio: number): string {
  const [dark, light] = [darkLimit(grounds, ratio), lightLimit(grounds, ratio)]
  const own = luminance(toHex(colour))
  if (own <= dark || own >= light) return toHex(colour)
  const darkens = light > 1 || (dark >= 0 && Math.cbrt(own) - Math.cbrt(dark) <= Math.cbrt(light) - Math.cbrt(own))
  return reaching(colour, darkens ? dark : light, darkens)
}

function darkLimit({ darkest }: Grounds, ratio: number): number {
  return (darkest + 0.05) / ratio - 0.05
}

function lightLimit({ lightest }: Grounds, ratio: number): number {
  return (lightest + 0.05) * ratio - 0.05
}

/** A ground beside the background. One on which ink would come short goes to the other side, where it gains. */
function beside(paper: Oklch, isLight: boolean, wanted: Oklch): string {
  const ground = toHex(wanted)
  const best = contrast(luminance(ground), isLight ? 0 : 1)
  return best >= INK ? ground : toHex(shade(paper, isLight ? 0.05 : -0.05))
}

function shade(paper: Oklch, step: number): Oklch {
  return { ...paper, lightness: paper.lightness + step }
}

function whitened({ lightness, chroma, hue }: Oklch): Oklch {
  return { lightness: lightness + (1 - lightness) * 0.7, chroma: chroma * 0.3, hue }
}

function readsBlack(ground: number): boolean {
  return contrast(ground, 0) >= contrast(ground, 1)
}

/** The colour just past a luminance. The cube root of luminance goes nearly as lightness does. */
function reaching(colour: Oklch, limit: number, darkens: boolean): string {
  if (limit <= 0 || limit >= 1) return endOf(darkens)
  let { lightness } = colour
  for (let round = 0; round < ROUNDS; round++) {
    lightness += Math.cbrt(limit) - Math.cbrt(luminanceOf({ ...colour, lightness }))
  }
  return past({ ...colour, lightness }, limit, darkens)
}

/** Rounding to what screens show may fall short of a limit by a step. */
function past(colour: Oklch, limit: number, darkens: boolean): string {
  const step = darkens ? -0.002 : 0.002
  for (let { lightness } = colour; lightness > 0 && lightness < 1; lightness += step) {
    const found = toHex({ ...colour, lightness })
    if (darkens ? luminance(found) <= limit : luminance(found) >= limit) return found
  }
  return endOf(darkens)
}

function endOf(darkens: boolean): string {
  return darkens ? '#000000' : '#ffffff'
}
