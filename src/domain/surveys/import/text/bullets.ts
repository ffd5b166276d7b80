/**
 * Signs in front of the items of a list: dashes, geometric shapes, dingbats, arrows, and what word processors take from the private
 * use area. Each needs white space behind it. `§` is what a font without symbols shows of a square; before a number it is a paragraph.
 * Hearts, hands and other pictures among the dingbats say something themselves, like those elsewhere.
 */
export const BULLET =
  /^(?:(?![❣❤✈-✍❄])[-*+~•·‧∙‣⁃»→・−👉🔹🔸\p{Pd}\u25a0-\u25ff\u2700-\u27bf\u2b00-\u2bff\uf000-\uf0ff]\ufe0f?|§(?=[ \t]+\p{L}))[ \t]+(?=\S)/u
/** A checkbox. */
export const BOX = /^(?:[-*+•][ \t]+)?(?:\[[ xX✓✔]?\]|[☐-☒□▢⬜◻])[ \t]*(?=\S)/u
