import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAsset, getAssetKeys, isSea } from 'node:sea'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The folder of the project or package. The built server is at the same depth below it as this file. */
const root = join(import.meta.dirname, '../..')
const isBuilt = import.meta.filename.endsWith('.cjs')

/**
 * Reads a file that comes with the program, in its package or inside the single executable.
 * @param path from the project's root, such as `dist/app.js`
 */
export function readProgramFile(path: string): Buffer {
  return isSea() ? Buffer.from(getAsset(path)) : readFileSync(join(root, path))
}

/** Whether such a file comes with the program. */
export function hasProgramFile(path: string): boolean {
  return isSea() ? getAssetKeys().includes(path) : existsSync(join(root, path))
}

/** The names of such files in a folder. */
export function listProgramFiles(folder: string): readonly string[] {
  if (!isSea()) return hasProgramFile(folder) ? readdirSync(join(root, folder)) : []
  const paths = getAssetKeys().filter(path => path.startsWith(`${folder}/`))
  return paths.map(path => path.slice(folder.length + 1))
}

export function programVersion(): string {
  return JSON.parse(readProgramFile('package.json').toString()).version
}

/** Starts one of our programs in a thread. @param path of its source in `src`; the build keeps its name */
export function startThread(path: string, options: WorkerOptions): Worker {
  const built = `dist/server/${path.slice(path.lastIndexOf('/') + 1).replace('.ts', '.cjs')}`
  if (isSea()) return new Worker(readProgramFile(built).toString(), { ...options, eval: true })
  return new Worker(join(root, isBuilt ? built : path), options)
}
