import { lazyAsync } from '../../domain/values/lazy.ts'

/**
 * The 49,000 most common passwords, in lower case. The list comes from a package (MIT licence); nothing is sent
 * anywhere. It takes 40 ms and several megabytes, so it is loaded when somebody first chooses a password.
 */
export const loadPasswordList = lazyAsync(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})
