import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const INSTALL_WITHIN_MS = 600_000

/**
 * Installs the packages of a folder in `tools`, which nothing else of the project needs, unless the versions that are asked for are there.
 * @returns the folder
 */
export async function installTools(name: string): Promise<string> {
  const folder = join(import.meta.dirname, '../tools', name)
  const options = { cwd: folder, timeout: INSTALL_WITHIN_MS }
  if (!isInstalled(folder)) await promisify(execFile)('npm', ['ci', '--ignore-scripts'], options)
  return folder
}

function isInstalled(folder: string): boolean {
  const { dependencies } = readPackage(folder)
  return Object.entries(dependencies).every(([name, version]) => {
    try {
      return readPackage(join(folder, 'node_modules', name)).version === version
    } catch {
      return false
    }
  })
}

function readPackage(folder: string): { version: string; dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
