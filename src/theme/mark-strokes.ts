/** The mark as the path of an SVG in a box of 24 by 24: a line on the surface, and five soundings of different depth that hang from it. */
export const MARK_STROKES = 'M3 4h18M4 4v8M8 4v14M12 4v10M16 4v16M20 4v6'
