// Builds what runs in browsers, from web to dist. `npm ci` runs it.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/** The script of a kind of page, one file without imports, and its stylesheet if it has one. @param {string} name @param {string} main */
async function buildPage(name, main) {
  const built = await build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'web', name, main),
        // The rules of the domain that a page needs come along, and nothing else of their files.
        treeshake: { moduleSideEffects: [{ test: /\/src\/domain\//, sideEffects: false }] },
      },
    },
  })
  const [result] = [built].flat()
  if (result === undefined || !('output' in result)) throw new Error(`${name}: nothing was built`)
  for (const file of result.output) {
    if (file.type === 'chunk') putWithCompressed(`${name}.js`, file.code)
    else putWithCompressed(`${name}.css`, file.source)
  }
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

await buildPage('respondent', 'main.ts')
await buildPage('dashboard', 'main.tsx')
await buildPage('presenter', 'main.tsx')
