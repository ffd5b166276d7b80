// The server in JavaScript that `bin/build-server.js` has made, and whether it is of the present sources.
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that was built, below the folder of the project. */
export const BUILT = 'dist/server'
/** What it was made from. It exists only while everything else is complete. */
const SOURCES = 'sources.json'

/** @typedef {{ packages: string, files: Record<string, string>, built: readonly string[] }} Sources */

/**
 * The built program, if it was made from exactly the present sources: the packages of the lock file, and source files that
 * have not been written to since. Comparing contents would take five times as long, at each start.
 * @param {string} root of the project
 * @returns {string | undefined} undefined also while coverage is measured, which is that of the sources
 */
export function builtServer(root) {
  if (process.env.NODE_V8_COVERAGE !== undefined) return undefined
  const sources = readSources(root)
  return sources !== undefined && isPresent(root, sources) ? join(root, BUILT, 'cli.cjs') : undefined
}

/**
 * Puts a build in the place of the one before, whose files stay under names that say what is in them: a server that was
 * started from it loads some of them when they are first needed. Files of earlier builds go.
 * @param {string} root of the project @param {Readonly<Record<string, string | Uint8Array>>} built contents by name
 * @param {readonly string[]} files sources below the root @param {number} startedAt before any of them was read
 */
export function writeBuilt(root, built, files, startedAt) {
  const folder = join(root, BUILT)
  const names = Object.keys(built)
  const kept = new Set([...names, ...(readSources(root)?.built ?? [])])
  mkdirSync(folder, { recursive: true })
  // While files are replaced, none of them is used.
  rmSync(join(folder, SOURCES), { force: true })
  for (const [name, content] of Object.entries(built)) writeFileSync(join(folder, name), content)
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name))
  recordSources(root, { built: names, files }, startedAt)
}

/**
 * Says what the built server was made from, unless a file was written to meanwhile: nobody knows what was read of it.
 * @param {string} root of the project @param {{ built: readonly string[], files: readonly string[] }} names of what was
 * built, and of sources below the root @param {number} startedAt before any was read
 */
function recordSources(root, { built, files }, startedAt) {
  if (files.some(file => statSync(join(root, file)).mtimeMs >= startedAt)) return
  const stamps = files.map(file => [file, stampOf(root, file)])
  /** @type {Sources} */
  const sources = { packages: hashOfPackages(root), files: Object.fromEntries(stamps), built }
  writeFileSync(join(root, BUILT, SOURCES), JSON.stringify(sources))
}

/** @param {string} root @returns {Sources | undefined} */
function readSources(root) {
  try {
    return JSON.parse(readFileSync(join(root, BUILT, SOURCES), 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} root @param {Sources} sources */
function isPresent(root, { packages, files }) {
  return (
    packages === hashOfPackages(root) && Object.entries(files).every(([file, stamp]) => stamp === stampOf(root, file))
  )
}

/** To the second, since archives and images of containers keep no finer time. @param {string} root @param {string} file */
function stampOf(root, file) {
  const stats = statSync(join(root, file), { throwIfNoEntry: false })
  return `${stats?.size} ${Math.floor((stats?.mtimeMs ?? 0) / 1_000)}`
}

/** @param {string} root */
function hashOfPackages(root) {
  return hash('sha256', readFileSync(join(root, 'package-lock.json')))
}
