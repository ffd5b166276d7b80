/** Depths of lines let down from a surface, as in the mark. */
export const LEAD_DEPTHS = [16, 32, 24, 44, 20, 36, 28]
/** The deepest line, which stands for whoever looks at the picture. */
export const DEEPEST_LEAD = 3
/** Height of a picture of them, in the units of the depths. */
export const LEAD_HEIGHT = 48
/** Where lines begin: below the half of a stroke. */
const TOP = 2

/** The surface as an SVG path. @param spacing of the lines */
export function surfacePath(spacing: number): string {
  return `M${TOP} ${TOP}h${LEAD_DEPTHS.length * spacing - 2 * TOP}`
}

/** A line as an SVG path. @param at its place among all */
export function leadPath(at: number, spacing: number): string {
  return `M${(at + 0.5) * spacing} ${TOP}v${LEAD_DEPTHS[at]}`
}
