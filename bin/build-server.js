// Bundles the server, and the packages that every start needs, to JavaScript in dist/server, which starts in half the time.
// What is imported on first use stays in files of its own.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { builtServer, writeBuilt } from './built-server.js'
import { deferWork } from './deferred-work.js'

const root = join(import.meta.dirname, '..')
/**
 * Packages that few processes ever load stay as they are, which is how their authors tested them: one that extends the
 * language for another has to come first, and a bundle has an order of its own. The first brings a binary.
 */
const NOT_BUNDLED = [
  /^@node-rs\//,
  /^@modelcontextprotocol\//,
  /^@simplewebauthn\//,
  /^write-excel-file/,
  ...['nodemailer', 'oidc-provider', 'openid-client', 'pg', 'prom-client', 'stripe', 'yaml'],
]
/** What decides besides the sources what is made. */
const BUILDERS = ['bin/build-server.js', 'bin/built-server.js', 'bin/deferred-work.js']

/** Does nothing where it has been built from the present sources. */
export async function buildServer() {
  if (builtServer(root) !== undefined) return
  const startedAt = Date.now()
  const files = await bundle()
  const built = files.map(file => [file.fileName, file.type === 'chunk' ? escapeNonAscii(file.code) : file.source])
  writeBuilt(root, Object.fromEntries(built), [...sourcesOf(files), ...BUILDERS], startedAt)
}

/** Paths that begin at `import.meta.dirname` hold in both, because dist/server is as deep as the folders of src. */
async function bundle() {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [deferWork()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      target: 'node24',
      // Stack traces stay readable.
      minify: false,
      license: { fileName: 'third-party.txt' },
      rolldownOptions: {
        // The programs of a process and of a thread: neither needs the other.
        input: ['src/cli.ts', 'src/dashboard/workbook-program.ts', 'src/dashboard/workbook.ts'].map(file =>
          join(root, file),
        ),
        external: NOT_BUNDLED,
        // CommonJS takes what it needs of Node's modules; a static import evaluates all that they export, and starts later.
        output: { format: 'cjs', comments: false, entryFileNames, chunkFileNames: HASHED },
      },
    },
  })
  const [result] = [built].flat()
  if (result === undefined || !('output' in result)) throw new Error('the server was not built')
  return result.output
}

/** Node reads text in ASCII faster, and keeps it in half the memory. No raw template has any other. @param {string} code */
function escapeNonAscii(code) {
  return code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const HASHED = '[name]-[hash].cjs'

/** @param {{ name: string }} chunk */
function entryFileNames({ name }) {
  return name === 'cli' ? '[name].cjs' : HASHED
}

/** The files of the project. The lock file says which packages they need. @param {Awaited<ReturnType<typeof bundle>>} files */
function sourcesOf(files) {
  const modules = files.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  const paths = modules.map(id => relative(root, id))
  return paths.filter(path => !path.startsWith('node_modules/') && existsSync(join(root, path))).sort()
}
