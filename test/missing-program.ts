import { test } from 'node:test'

/** In place of tests that need a program which is not installed. With SOUNDINGS_PROGRAMS=required, that is a failure. */
export function reportMissing(what: string, remedy: string): void {
  test(`${what}: NOT TESTED, a program is missing`, () => {
    if (process.env.SOUNDINGS_PROGRAMS === 'required') throw new Error(remedy)
    console.error(`\n*** NOT TESTED: ${what}. ${remedy}\n`)
  })
}
