// Makes the single executable: Node with the built server and all files of the program inside. `npm run build` comes first.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** @type {{ version: string, files: string[] }} */
const { version, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Marks the place in Node's binary where the program goes; Node checks it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** The name of the executable for this kind of machine. */
export const EXECUTABLE = `soundings-${version}-${process.platform}-${process.arch}`

/** @returns {string} the path of the executable, below the root */
export function buildExecutable() {
  const executable = join('release', EXECUTABLE)
  const unfinished = join(root, `${executable}.${process.pid}`)
  const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
  try {
    const blob = join(folder, 'program.blob')
    prepareProgram(folder, blob)
    mkdirSync(join(root, 'release'), { recursive: true })
    copyFileSync(process.execPath, unfinished)
    chmodSync(unfinished, 0o755)
    run('node_modules/.bin/postject', unfinished, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE)
    // It gets its name only when it is complete, since another process may be starting the previous one.
    renameSync(unfinished, join(root, executable))
  } finally {
    rmSync(unfinished, { force: true })
    rmSync(folder, { recursive: true })
  }
  return executable
}

/** @param {string} folder @param {string} blob */
function prepareProgram(folder, blob) {
  const main = join(folder, 'main.cjs')
  const server = readFileSync(join(root, 'dist/server/soundings.cjs'), 'utf8')
  writeFileSync(main, `${server}\nexports.run(process.argv.slice(2)).then(status => { process.exitCode = status })\n`)
  const config = join(folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      main,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: Object.fromEntries(programFiles().map(path => [path, join(root, path)])),
    }),
  )
  run(process.execPath, '--experimental-sea-config', config)
}

/** @param {string} program @param {string[]} words */
function run(program, ...words) {
  const { status, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the executable was not made: ${stderr}`)
}

/** What the package has too, but for what starts it. @returns {string[]} */
function programFiles() {
  const paths = files.filter(path => !path.startsWith('bin/')).flatMap(path => [path, `${path}/**`])
  const found = globSync([...paths, 'package.json', 'LICENSE'], { cwd: root, withFileTypes: true })
  return found
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter(path => path !== 'dist/server/soundings.cjs')
}

if (process.argv[1] === import.meta.filename) console.log(buildExecutable())
