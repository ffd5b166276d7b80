/** A colour in OKLCH, where equal steps of lightness look equal and the hue stays when the others change. */
export interface Oklch {
  /** 0 black to 1 white. */
  readonly lightness: number
  /** 0 grey to about 0.37, the most that a screen shows. */
  readonly chroma: number
  /** In radians. */
  readonly hue: number
}

type Triple = readonly [number, number, number]

/** The light of each of the 256 steps of a channel, 0 to 1. */
const LIGHT = Float64Array.from({ length: 256 }, (_, step) => lightOf(step / 255))
const HEX = Array.from({ length: 256 }, (_, step) => step.toString(16).padStart(2, '0'))

/** Halvings of the chroma that is tried: to a thousandth of the widest. */
const HALVINGS = 10

/** @param colour as `#rrggbb` */
export function toOklch(colour: string): Oklch {
  const [red, green, blue] = lightsOf(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** The colour as `#rrggbb`; one that no screen shows gives up chroma until one does, and keeps lightness and hue. */
export function toHex(colour: Oklch): string {
  const [red, green, blue] = shown(colour).map(stepOf)
  return `#${HEX[red ?? 0]}${HEX[green ?? 0]}${HEX[blue ?? 0]}`
}

/** The luminance of a colour as it is shown, 0 to 1. */
export function luminanceOf(colour: Oklch): number {
  return weighed(shown(colour))
}

/** The relative luminance of WCAG 2, 0 to 1. @param colour as `#rrggbb` */
export function luminance(colour: string): number {
  return weighed(lightsOf(colour))
}

/** The contrast of WCAG 2 between two luminances, 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function shown(colour: Oklch): Triple {
  const lightness = Math.min(Math.max(colour.lightness, 0), 1)
  const whole = toLights({ ...colour, lightness })
  return isShown(whole) ? whole : desaturated({ ...colour, lightness })
}

function desaturated(colour: Oklch): Triple {
  let lights: Triple = toLights({ ...colour, chroma: 0 })
  let [least, most] = [0, colour.chroma]
  for (let turn = 0; turn < HALVINGS; turn++) {
    const chroma = (least + most) / 2
    const tried = toLights({ ...colour, chroma })
    if (isShown(tried)) [least, lights] = [chroma, tried]
    else most = chroma
  }
  return lights
}

function toLights({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Rounding takes care of what is outside by less than half a step. */
function isShown(lights: Triple): boolean {
  return lights.every(light => light > -0.0002 && light < 1.0005)
}

function weighed([red, green, blue]: Triple): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function lightsOf(colour: string): Triple {
  const steps = Number.parseInt(colour.slice(1), 16)
  return [LIGHT[steps >> 16] ?? 0, LIGHT[(steps >> 8) & 255] ?? 0, LIGHT[steps & 255] ?? 0]
}

function lightOf(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function stepOf(light: number): number {
  const channel = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.min(Math.max(Math.round(channel * 255), 0), 255)
}
