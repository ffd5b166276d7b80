/**
 * The mark as an SVG path in a box of 24 by 24: a line for the surface, with five soundings of different depths below
 * it.
 */
export const MARK_STROKES = 'M3 4h18M4 4v8M8 4v14M12 4v10M16 4v16M20 4v6'
