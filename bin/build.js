// Builds what runs in browsers, from web to dist, and the server as JavaScript, from src to dist/server. `npm ci` runs it;
// with `--if-changed` it does nothing if the last build was made of the same files.
import { globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { digestInputs, isBuilt, recordBuild } from './build-inputs.js'

const root = join(import.meta.dirname, '..')
const inputs = digestInputs(root)
if (process.argv.includes('--if-changed') && isBuilt(root, inputs)) process.exit(0)

const { build } = await import('vite').catch(error => {
  if (!error.message.startsWith("Cannot find package 'vite'")) throw error
  // `npm ci` for production must succeed if a release already contains `dist`.
  console.warn(
    'dist was not built: that needs the development dependencies. Run `npm ci --include=dev && npm prune --omit=dev`.',
  )
  process.exit(0)
})

const dist = join(root, 'dist')
/** The licences of what a script contains, as Vite lists them. */
const LICENSES = 'licenses.json'
/** Licences require that their texts accompany copies of the packages. */
const NOTICE = '/*! Licences of third parties: /third-party.txt */\n'
/** The files of this build. */
const written = new Set()

/** Transpiled for older browsers, light-dark() would not follow a colour scheme set by a script. */
const KNOWS_LIGHT_DARK = ['chrome123', 'firefox120', 'safari17.5']

/** @typedef {{ name: string, version: string, identifier: string, text: string }} Package */

/**
 * Vite’s import() also loads stylesheets of imported modules, but not in workers. Ours have none, so the browser’s own
 * import() is enough.
 */
const PLAIN_IMPORTS = {
  name: 'plain-imports',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} id */
  /** @param {object} config */
  configResolved: config => void Object.assign(config, { isWorker: true }),
}

/** Packages whose sources are modules although they themselves are not, which would need a script of the bundler. */
const SOURCES = { '@rgrove/parse-xml': join(root, 'node_modules/@rgrove/parse-xml/src/index.ts') }

/** @typedef {Extract<NonNullable<NonNullable<import('vite').BuildOptions['rolldownOptions']>['output']>, { format?: unknown }>} Output */

/** A script that is no module, so that the browser runs it as soon as it has read it. @type {Output} */
const PLAIN = { format: 'iife', codeSplitting: false }

/**
 * The script of a kind of page, and its stylesheet if it has one. What is imported while the page is used becomes a script
 * of its own, and one more has what several of them need.
 * @param {string} folder of `web` @param {string} main @param {string} name of the files
 * @param {Output} output
 * @returns {Promise<Package[]>} what it contains of others
 */
async function buildPage(folder, main, name = folder, output = {}) {
  const { files, packages } = await bundle(folder, main, name, {}, output)
  for (const file of files) {
    if (file.type === 'chunk') putWithCompressed(file.fileName, (packages.length > 0 ? NOTICE : '') + file.code)
    else putWithCompressed(`${name}.css`, file.source)
  }
  return packages
}

/**
 * A page that other programs show, as one file: it loads nothing else. It contains nothing of others.
 * @param {string} folder of `web` @param {string} title
 */
async function buildSingleFile(folder, title) {
  const { files, packages } = await bundle(folder, 'main.ts', folder, { cssTarget: KNOWS_LIGHT_DARK })
  const names = packages.map(({ name }) => name).join(', ')
  if (names !== '') throw new Error(`${folder} contains ${names}: remove the import, or put the licences into the page`)
  const script = files.map(file => (file.type === 'chunk' ? file.code : '')).join('')
  const style = files.map(file => (file.type === 'asset' ? file.source : '')).join('')
  const meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  const head = `${meta}<title>${title}</title><style>${style}</style>`
  const body = `<main></main><script type="module">${script}</script>`
  put(`${folder}.html`, `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`)
}

/** @param {string} folder of `web` @param {string} main @param {string} name of the files @param {import('vite').BuildOptions} settings @param {Output} output */
async function bundle(folder, main, name, settings = {}, output = {}) {
  const built = await build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    plugins: [PLAIN_IMPORTS],
    resolve: { alias: SOURCES },
    build: {
      write: false,
      cssCodeSplit: false,
      target: 'es2022',
      ...settings,
      modulePreload: false,
      license: { fileName: LICENSES },
      rolldownOptions: {
        input: join(root, 'web', folder, main),
        // Includes only the rules of the domain that a page needs.
        treeshake: { moduleSideEffects: [{ test: /\/src\/domain\//, sideEffects: false }] },
        output: {
          entryFileNames: `${name}.js`,
          chunkFileNames: `${name}-[name].js`,
          codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
          ...output,
        },
      },
    },
  })
  const [result] = [built].flat()
  if (result === undefined || !('output' in result)) throw new Error(`${name}: nothing was built`)
  const licenses = result.output.find(({ fileName }) => fileName === LICENSES)
  /** @type {Package[]} */
  const packages = licenses?.type === 'asset' ? JSON.parse(String(licenses.source)) : []
  return { files: result.output.filter(file => file !== licenses), packages }
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
  mkdirSync(dist, { recursive: true })
  const unfinished = join(dist, `.${file}.${process.pid}`)
  writeFileSync(unfinished, content)
  renameSync(unfinished, join(dist, file))
  written.add(file)
}

/** Removes scripts of an earlier build that this one no longer has. */
function removeOthers() {
  for (const file of globSync('*.{js,css}{,.gz,.br}', { cwd: dist })) if (!written.has(file)) rmSync(join(dist, file))
}

putLicenses([
  ...(await buildPage('respondent', 'main.ts')),
  ...(await buildPage('respondent', 'shared-device.ts', 'shared-device')),
  ...(await buildPage('respondent', 'paced.ts', 'paced')),
  ...(await buildPage('respondent', 'paced-check-lists.ts', 'paced-check-lists')),
  ...(await buildPage('respondent', 'boards.ts', 'boards')),
  ...(await buildPage('respondent', 'groups.ts', 'groups')),
  ...(await buildPage('respondent', 'shuffle.ts', 'shuffle', PLAIN)),
  ...(await buildPage('respondent', 'ranking.ts', 'ranking', PLAIN)),
  ...(await buildPage('respondent', 'unsent.ts', 'unsent')),
  ...(await buildPage('respondent', 'waiting.ts', 'waiting', PLAIN)),
  ...(await buildPage('results', 'main.ts')),
  ...(await buildPage('results', 'step-result.ts', 'step-result')),
  ...(await buildPage('results', 'front-question.ts', 'front-question')),
  ...(await buildPage('dashboard', 'main.tsx')),
  ...(await buildPage('presenter', 'main.tsx')),
  ...(await buildPage('remote', 'main.tsx')),
  ...(await buildPage('sign-in', 'main.ts')),
  ...(await buildPage('docs', 'main.ts')),
  ...(await buildPage('app', 'main.tsx')),
  // Runs in a worker of the application.
  ...(await buildPage('app/builder/paste', 'survey-worker.ts', 'survey-reader')),
])
await buildSingleFile('results-app', 'Survey results')
removeOthers()
const { buildServer } = await import('./build-server.js')
await buildServer()
recordBuild(root, inputs)
