// Builds what runs in browsers, from web to dist. `npm ci` runs it.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
/** The licences of what a script contains, as Vite lists them. */
const LICENSES = 'licenses.json'
/** Licences require that copies of the packages come with them. */
const NOTICE = '/*! Licences of third parties: /third-party.txt */\n'

/** @typedef {{ name: string, version: string, identifier: string, text: string }} Package */

/**
 * The script of a kind of page, one file without imports, and its stylesheet if it has one.
 * @param {string} folder of `web` @param {string} main @param {string} name of the files
 * @returns {Promise<Package[]>} what it contains of others
 */
async function buildPage(folder, main, name = folder) {
  const built = await build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      license: { fileName: LICENSES },
      rolldownOptions: {
        input: join(root, 'web', folder, main),
        // The rules of the domain that a page needs come along, and nothing else of their files.
        treeshake: { moduleSideEffects: [{ test: /\/src\/domain\//, sideEffects: false }] },
      },
    },
  })
  const [result] = [built].flat()
  if (result === undefined || !('output' in result)) throw new Error(`${name}: nothing was built`)
  const licenses = result.output.find(({ fileName }) => fileName === LICENSES)
  const packages = licenses?.type === 'asset' ? JSON.parse(String(licenses.source)) : []
  for (const file of result.output) {
    if (file === licenses) continue
    if (file.type === 'chunk') putWithCompressed(`${name}.js`, (packages.length > 0 ? NOTICE : '') + file.code)
    else putWithCompressed(`${name}.css`, file.source)
  }
  return packages
}

/** @param {Package[]} packages */
function putLicenses(packages) {
  const texts = packages.map(
    ({ name, version, identifier, text }) => `${name} ${version} (${identifier})\n\n${text.trim()}\n`,
  )
  put('third-party.txt', [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`))
}

/** Compressed as well as can be, which takes too long for a server that starts. @param {string} file @param {string | Uint8Array} content */
function putWithCompressed(file, content) {
  put(file, content)
  put(`${file}.gz`, gzipSync(content, { level: 9 }))
  put(`${file}.br`, brotliCompressSync(content))
}

/** Whole or not at all: a server may be reading it. @param {string} file @param {string | Uint8Array} content */
function put(file, content) {
  const folder = join(root, 'dist')
  mkdirSync(folder, { recursive: true })
  const unfinished = join(folder, `.${file}.${process.pid}`)
  writeFileSync(unfinished, content)
  renameSync(unfinished, join(folder, file))
}

putLicenses([
  ...(await buildPage('respondent', 'main.ts')),
  ...(await buildPage('respondent', 'boards.ts', 'boards')),
  ...(await buildPage('results', 'main.ts')),
  ...(await buildPage('dashboard', 'main.tsx')),
  ...(await buildPage('presenter', 'main.tsx')),
  ...(await buildPage('sign-in', 'main.ts')),
  ...(await buildPage('app', 'main.tsx')),
])
