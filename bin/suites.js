// The commit for which each suite of tests was last green as a whole.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** With the packages: what was tested with others has not been tested. */
const FOLDER = 'node_modules/.cache/suites'

/** The command of each suite, by its name. */
export const SUITES = { short: 'npm test', long: 'npm run test:long', performance: 'npm run test:performance' }

/**
 * The commit of a checkout without changes; undefined if it has changes or is none.
 * @param {string} root @returns {string | undefined}
 */
export function commitOf(root) {
  /** @param {string[]} words */
  const git = words => spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  const [status, head] = [git(['status', '--porcelain']), git(['rev-parse', 'HEAD'])]
  return status.status === 0 && status.stdout === '' && head.status === 0 ? head.stdout.trim() : undefined
}

/** @param {string} root @param {keyof typeof SUITES} suite @param {string} commit */
export function recordGreen(root, suite, commit) {
  mkdirSync(join(root, FOLDER), { recursive: true })
  writeFileSync(join(root, FOLDER, suite), `${commit}\n`)
}

/** The commands of suites that were not green for a commit. @param {string} root @param {string} commit */
export function suitesMissing(root, commit) {
  return Object.entries(SUITES)
    .filter(([suite]) => {
      const file = join(root, FOLDER, suite)
      return !existsSync(file) || readFileSync(file, 'utf8').trim() !== commit
    })
    .map(([, command]) => command)
}
