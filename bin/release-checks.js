// Conditions that a checkout must meet before a release.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitOf, suitesMissing } from './suites.js'

/** The databases that each release stores for the tests of later ones. */
const STORED = ['sqlite.gz', 'sqlite.json', 'postgres.sql', 'postgres.json']
/** Folders of migrations, one per file, whose names start with the number. */
const MIGRATIONS = 'src/store/migrations'
/** Files that contain the program’s version. */
const MANIFESTS = ['package-lock.json', 'clients/typescript/package.json']

/** @param {string} root @returns {{ version: string, problems: string[] }} problems in the way of a release, none if there are none */
export function checkRelease(root) {
  const { version } = readJson(root, 'package.json')
  const problems = [
    ...checkTree(root),
    ...checkChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version),
    ...MANIFESTS.filter(path => !hasVersion(readJson(root, path), version)).map(
      path => `${path} has another version than package.json, ${version}`,
    ),
    ...checkStored(root, version),
    ...checkSuites(root),
  ]
  return { version, problems }
}

/** A lock file names the version of its own package a second time.
 * @param {ReturnType<typeof readJson>} manifest @param {string} version */
function hasVersion(manifest, version) {
  return manifest.version === version && (manifest.packages?.['']?.version ?? version) === version
}

/** @param {string} root */
function checkTree(root) {
  const { stdout, status } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) return ['this is no git checkout']
  return stdout === '' ? [] : ['there are changes that are not committed (git status)']
}

/** @param {string} changelog @param {string} version */
function checkChangelog(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const own = sections.find(section => section.startsWith(`${version} `))
  if (own === undefined || !/^\S+ – \d{4}-\d\d-\d\d\n/.test(own))
    return [`CHANGELOG.md has no section "## ${version} – YYYY-MM-DD"`]
  const unreleased = sections.find(section => section.startsWith('Unreleased'))
  const isEmpty = unreleased === undefined || unreleased.replace('Unreleased', '').trim() === ''
  return isEmpty ? [] : [`CHANGELOG.md has changes under "Unreleased"; move them into the section of ${version}`]
}

/** @param {string} root @param {string} version */
function checkStored(root, version) {
  const remedy = `run \`npx node test/upgrades/make.ts ${version}\` and commit what it makes`
  const schema = Math.max(
    ...readdirSync(join(root, MIGRATIONS)).map(name => Number(/^\d{4}(?=-)/.exec(name)?.[0] ?? 0)),
  )
  return STORED.flatMap(name => {
    const path = `test/upgrades/${version}.${name}`
    if (!existsSync(join(root, path))) return [`${path} is missing; ${remedy}`]
    if (!name.endsWith('.json') || readJson(root, path).schema === schema) return []
    return [`${path} is of another schema than the newest migration, ${schema}; ${remedy}`]
  })
}

/** Only of what is committed can be said that it was tested. @param {string} root */
function checkSuites(root) {
  const commit = commitOf(root)
  if (commit === undefined) return []
  return suitesMissing(root, commit).map(
    command => `\`${command}\` was not green for ${commit.slice(0, 8)}, with nothing left out; run it`,
  )
}

/** @param {string} root @param {string} path @returns {{ version: string, schema?: number, packages?: Record<string, { version?: string }> }} */
function readJson(root, path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}
