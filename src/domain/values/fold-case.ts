const LONG_RUN_OF_MARKS = /\p{M}{30}(?=\p{M})/gu
const GRAPHEME_JOINER = '\u034f'

/**
 * Folds case and width, so that different spellings of a word become equal. Upper case has a single sigma; lower-casing
 * first turns ẞ into ß and then into SS. Upper-casing decomposes letters without a capital, such as ΐ, so the result is
 * composed again.
 */
export function foldCase(text: string): string {
  return streamSafe(text).normalize('NFKC').toLowerCase().toUpperCase().normalize('NFC')
}

/** Joiners are excluded, because they are visible: they change letters and emoji. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu

/** The same for texts that people may not tell apart: they differ in case, width, blanks at the ends or invisible characters. */
export function lookOf(text: string): string {
  return foldCase(text.replace(INVISIBLE, '').trim())
}

/** A text as its readers tell it from others: not by the forms of the same letters, nor by white space. */
export function wordsOf(text: string): string {
  return streamSafe(text).normalize('NFC').replace(/\s+/g, ' ').trim()
}

/**
 * Breaks runs of more than 30 combining marks (Unicode Standard Annex #15, stream-safe text format). Normalization sorts
 * the marks of a run, so its cost grows with the square of the run: 10,000 marks take 90 ms.
 */
export function streamSafe(text: string): string {
  return text.replace(LONG_RUN_OF_MARKS, `$&${GRAPHEME_JOINER}`)
}
