// Bundles the server with all of its packages into dist/server: one file, and one for the thread that writes workbooks.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const PROGRAMS = { soundings: 'src/cli.ts', workbook: 'src/dashboard/workbook.ts' }

/** Paths that begin at `import.meta.dirname` hold in both, because dist/server is as deep as the folders of src. */
export async function buildServer() {
  rmSync(join(root, 'dist/server'), { recursive: true, force: true })
  for (const [name, source] of Object.entries(PROGRAMS)) await bundle(name, source)
}

/** @param {string} name @param {string} source */
async function bundle(name, source) {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(root, 'dist/server'),
      emptyOutDir: false,
      target: 'node24',
      // Stack traces stay readable.
      minify: false,
      license: { fileName: `${name}-licenses.json` },
      rolldownOptions: {
        input: join(root, source),
        // An addon that `pg` uses where somebody has installed it.
        external: ['pg-native'],
        // A single executable takes one file of CommonJS. What is imported on first use is evaluated then.
        output: {
          format: 'cjs',
          comments: false,
          entryFileNames: `${name}.cjs`,
          codeSplitting: false,
          // Some packages extend the language for others, which must come later.
          strictExecutionOrder: true,
        },
      },
    },
  })
}
