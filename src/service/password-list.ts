let words: Promise<ReadonlySet<string>> | undefined

/**
 * The 49,000 commonest passwords, in lower case. The list comes from a package (MIT licence), and nothing is sent anywhere.
 * It takes 40 ms and some megabytes, so it is loaded when somebody first chooses a password.
 */
export function loadPasswordList(): Promise<ReadonlySet<string>> {
  words ??= load().catch(error => {
    // It may have failed for a moment, as for a lack of file descriptors.
    words = undefined
    throw error
  })
  return words
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
