/** A colour in OKLCH: equal steps of lightness look equal, and lightness and chroma can change without the hue. */
export interface Oklch {
  /** 0 (black) to 1 (white). */
  readonly lightness: number
  /** 0 (grey) to about 0.37, the most in sRGB. */
  readonly chroma: number
  /** In radians. */
  readonly hue: number
}

type Triple = readonly [number, number, number]

/** The linear light, 0 to 1, of each of a channel's 256 values. */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => linearOf(value / 255))
const HEX = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))

/** Bisections of the chroma, to a thousandth of the initial range. */
const BISECTIONS = 10

/** @param colour as `#rrggbb` */
export function toOklch(colour: string): Oklch {
  const [red, green, blue] = parseLinear(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** The colour as `#rrggbb`. A colour outside sRGB loses chroma until it fits; lightness and hue stay. */
export function toHex(colour: Oklch): string {
  const [red, green, blue] = toDisplayable(colour).map(channelOf)
  return `#${HEX[red ?? 0]}${HEX[green ?? 0]}${HEX[blue ?? 0]}`
}

/** The luminance, 0 to 1, of the colour returned by `toHex`, before rounding. */
export function luminanceOf(colour: Oklch): number {
  return luminanceOfLinear(toDisplayable(colour))
}

/** The relative luminance of WCAG 2, 0 to 1. @param colour as `#rrggbb` */
export function luminance(colour: string): number {
  return luminanceOfLinear(parseLinear(colour))
}

/** The contrast of WCAG 2 between two luminances, 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function toDisplayable(colour: Oklch): Triple {
  const lightness = Math.min(Math.max(colour.lightness, 0), 1)
  const whole = toLinear({ ...colour, lightness })
  return isDisplayable(whole) ? whole : desaturated({ ...colour, lightness })
}

function desaturated(colour: Oklch): Triple {
  let displayable: Triple = toLinear({ ...colour, chroma: 0 })
  let [least, most] = [0, colour.chroma]
  for (let step = 0; step < BISECTIONS; step++) {
    const chroma = (least + most) / 2
    const candidate = toLinear({ ...colour, chroma })
    if (isDisplayable(candidate)) [least, displayable] = [chroma, candidate]
    else most = chroma
  }
  return displayable
}

function toLinear({ lightness, chroma, hue }: Oklch): Triple {
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

/** Values outside the range by less than half a step are rounded into it. */
function isDisplayable(linear: Triple): boolean {
  return linear.every(value => value > -0.0002 && value < 1.0005)
}

function luminanceOfLinear([red, green, blue]: Triple): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parseLinear(colour: string): Triple {
  const value = Number.parseInt(colour.slice(1), 16)
  return [LINEAR[value >> 16] ?? 0, LINEAR[(value >> 8) & 255] ?? 0, LINEAR[value & 255] ?? 0]
}

function linearOf(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function channelOf(light: number): number {
  const channel = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.min(Math.max(Math.round(channel * 255), 0), 255)
}
