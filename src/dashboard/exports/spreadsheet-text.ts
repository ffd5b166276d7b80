/** Longer texts are not a number, date or time in any spreadsheet. */
const LONGEST_VALUE = 30

/** Beginnings of formulas and errors (`#N/A`) in one spreadsheet or another; some skip white space before them. */
const MEANT_FOR_SPREADSHEETS = /^\s*[=+\-@#＝＋－＠]/
/** The mark itself, so that removing one leading tab always restores the original text. */
const TAB = /^\t/
const DIGIT = /\p{Nd}/u
/** Truth values in the languages of the pages. */
const TRUTH = /^\s*(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|verdadeiro)\s*$/i

/**
 * A text that stays a text when a spreadsheet opens a file of separated values. What would run as a formula, or become
 * a number, a date, a truth value or an error (`-5,3`, `+49 151`, `007`, `1/2`, `#N/A`), gets a leading tab, which is
 * invisible and keeps it a text.
 */
export function keptAsText(text: string): string {
  const isValue = text.length <= LONGEST_VALUE && (DIGIT.test(text) || TRUTH.test(text))
  return isValue || MEANT_FOR_SPREADSHEETS.test(text) || TAB.test(text) ? `\t${text}` : text
}
