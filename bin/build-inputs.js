import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a build depends on: sources, the build itself, and the versions of the packages. */
const INPUTS = ['{src,web}/**/*.{ts,tsx,css,html,json,txt}', 'bin/build*.js', 'package.json', 'package-lock.json']
/** What the last build was made of. */
const RECORD = 'dist/.built-of'

/** A digest of all that a build depends on. @param {string} root */
export function digestInputs(root) {
  const digest = createHash('sha256')
  for (const file of globSync(INPUTS, { cwd: root, exclude: ['**/*.test.ts'] }).sort())
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return digest.digest('hex')
}

/** Whether `dist` has been built of this already. @param {string} root @param {string} digest */
export function isBuilt(root, digest) {
  const record = join(root, RECORD)
  return (
    existsSync(join(root, 'dist/server/soundings.cjs')) && existsSync(record) && readFileSync(record, 'utf8') === digest
  )
}

/** @param {string} root @param {string} digest */
export function recordBuild(root, digest) {
  const record = join(root, RECORD)
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, digest)
}
