import { test } from 'node:test'

/**
 * Stands in for tests that need a program which is not installed. The runner counts them as not run; with
 * SOUNDINGS_PROGRAMS=required, they fail, unless the program is too large for a machine that only runs tests.
 */
export function reportMissing(what: string, remedy: string, size: 'usual' | 'large' = 'usual'): void {
  const isRequired = process.env.SOUNDINGS_PROGRAMS === 'required' && size === 'usual'
  test(what, { skip: isRequired ? false : remedy }, () => {
    throw new Error(remedy)
  })
}
