// Builds what runs in browsers, from web to dist. `npm ci` runs it.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/** One script of the pages: one file, without imports. @param {string} name */
async function buildScript(name) {
  const built = await build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // The rules of the domain that a page needs come along, and nothing else of their files.
      rolldownOptions: { input: join(root, 'web', name, 'main.ts'), treeshake: { moduleSideEffects: false } },
    },
  })
  const [result] = [built].flat()
  if (result === undefined || !('output' in result)) throw new Error(`${name}: nothing was built`)
  put(`${name}.js`, result.output[0].code)
}

/** Whole or not at all: a server may be reading it. @param {string} file @param {string} text */
function put(file, text) {
  const folder = join(root, 'dist')
  mkdirSync(folder, { recursive: true })
  const unfinished = join(folder, `.${file}.${process.pid}`)
  writeFileSync(unfinished, text)
  renameSync(unfinished, join(folder, file))
}

await buildScript('respondent')
