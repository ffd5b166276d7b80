// Bundles the server with all of its packages into dist/server: one file, and one for the thread that writes workbooks.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
/** A server or a command that starts meanwhile still finds the previous build. */
const unfinished = join(root, 'dist/server-unfinished')
const PROGRAMS = { soundings: 'src/cli.ts', workbook: 'src/dashboard/exports/workbook.ts' }

/** Paths relative to `import.meta.dirname` work in both, because dist/server is as deep as the folders of src. */
export async function buildServer() {
  rmSync(unfinished, { recursive: true, force: true })
  for (const [name, source] of Object.entries(PROGRAMS)) await bundle(name, source)
  writeFileSync(join(unfinished, 'third-party.txt'), licences())
  rmSync(join(root, 'dist/server'), { recursive: true, force: true })
  renameSync(unfinished, join(root, 'dist/server'))
}

/** Of everything that the server contains, as its packages have them. @returns {string} */
function licences() {
  /** @type {{ name: string, version: string, identifier: string, text?: string }[]} */
  const packages = Object.keys(PROGRAMS).flatMap(name =>
    JSON.parse(readFileSync(join(unfinished, `${name}-licenses.json`), 'utf8')),
  )
  const texts = packages.map(
    ({ name, version, identifier, text = '' }) => `${name} ${version} (${identifier})\n\n${text.trim()}\n`,
  )
  return [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * Writes everything in ASCII. A source with a single other character takes two bytes of memory for each of its characters,
 * and longer to compare with the cached code at each start.
 * Escapes in raw templates are not read as characters, but those of this project are regular expressions, which read them.
 */
const ASCII = {
  name: 'ascii',
  /** @param {unknown} _ @param {Record<string, { type: string, code?: string }>} files */
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.code !== undefined) file.code = inAscii(file.code)
  },
}

/** @param {string} code */
function inAscii(code) {
  const [escaped] = /\\[^\0-\x7f]/.exec(code) ?? []
  if (escaped !== undefined) throw new Error(`remove the backslash before ${escaped.slice(1)}`)
  return code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** @param {string} name @param {string} source */
async function bundle(name, source) {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [ASCII],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: unfinished,
      emptyOutDir: false,
      target: 'node24',
      // Keeps stack traces readable.
      minify: false,
      license: { fileName: `${name}-licenses.json` },
      rolldownOptions: {
        input: join(root, source),
        // An addon that `pg` uses if it is installed.
        external: ['pg-native'],
        // A single executable takes one CommonJS file. Modules imported on first use are evaluated then.
        output: {
          format: 'cjs',
          comments: false,
          entryFileNames: `${name}.cjs`,
          codeSplitting: false,
          // Some packages extend the language for others, which must be loaded later.
          strictExecutionOrder: true,
        },
      },
    },
  })
}
