import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
let words: ReadonlySet<string> | undefined

/**
 * Whether a word in lower case is among the 49,000 commonest passwords. The list comes from a package (MIT licence), and
 * nothing is sent anywhere. It takes 40 ms and some megabytes, so it is loaded when somebody first chooses a password.
 */
export function isCommonPassword(word: string): boolean {
  words ??= new Set(load('@zxcvbn-ts/language-common').dictionary['passwords-common'] as readonly string[])
  return words.has(word)
}
