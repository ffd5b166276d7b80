import { streamSafe } from './fold-case.ts'

const ASCII = /^[\0-\x7f]*$/
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu
/**
 * Accents and points that readers of their scripts omit when typing. The marks of other scripts are vowels, tones or
 * consonants, without which a word is a different one. The lookahead comes first, because few characters pass it.
 */
const ACCENTS =
  /(?=\p{Mn})(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}+/gu
/** What people type instead of apostrophes and of letters that Unicode does not decompose. */
const TYPED: Readonly<Record<string, string>> = {
  ...{ Æ: 'AE', Œ: 'OE', Þ: 'TH', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Ɖ: 'D', Ħ: 'H', Ŧ: 'T', Ŋ: 'N', ĸ: 'K', Ə: 'E' },
  ...{ Ɓ: 'B', Ɗ: 'D', Ƙ: 'K', Ƴ: 'Y', Ɨ: 'I', Ʉ: 'U', Ɵ: 'O', '‘': "'", '’': "'", ʼ: "'" },
}
/** Those letters, katakana, and digits of other scripts. */
const RESPELLED = new RegExp(`[${Object.keys(TYPED).join('')}ァ-ヶヽヾ[\\p{Nd}--[0-9]]]`, 'gv')
const DIGIT = /\p{Nd}/u
/** Distance in Unicode from each katakana back to its hiragana. */
const KANA_DISTANCE = 0x60
/** White space other than single blanks. */
const WHITE_SPACE = /\s{2,}|[^\S ]/g

/**
 * Folds what people need not repeat exactly in order to find a text: case, width, accents, letters that few keyboards
 * have, the two kana, digits of other scripts, invisible characters, and line breaks and other white space.
 */
export function foldForSearch(text: string): string {
  return (ASCII.test(text) ? text.toUpperCase() : foldLetters(text)).replace(WHITE_SPACE, ' ')
}

/** Composed at the end, so that a letter is not found inside another one, such as か in が. */
function foldLetters(text: string): string {
  return streamSafe(text.replace(INVISIBLE, ''))
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .replace(ACCENTS, '')
    .replace(RESPELLED, respelled)
    .normalize('NFC')
}

function respelled(character: string): string {
  const typed = TYPED[character]
  if (typed !== undefined) return typed
  return DIGIT.test(character) ? digitOf(character) : String.fromCharCode(character.charCodeAt(0) - KANA_DISTANCE)
}

/** The ten digits of a script are contiguous in Unicode, starting with zero; in one place those of two scripts are. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value++
  return String(value % 10)
}
