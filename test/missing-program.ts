import { test } from 'node:test'

/**
 * In place of tests that need a program which is not installed. The runner counts them as not run; with
 * SOUNDINGS_PROGRAMS=required, they fail.
 */
export function reportMissing(what: string, remedy: string): void {
  const isRequired = process.env.SOUNDINGS_PROGRAMS === 'required'
  test(what, { skip: isRequired ? false : remedy }, () => {
    throw new Error(remedy)
  })
}
