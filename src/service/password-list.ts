let words: Promise<ReadonlySet<string>> | undefined

/**
 * The 49,000 commonest passwords, in lower case. The list comes from a package (MIT licence), and nothing is sent anywhere.
 * It takes 40 ms and some megabytes, so it is loaded when somebody first chooses a password.
 */
export function loadPasswordList(): Promise<ReadonlySet<string>> {
  words ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return words
}
