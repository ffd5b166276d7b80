import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/**
 * The path of a file of the release that `npm run release` is making, which tests use as it is.
 * Without a release, tests make their own files.
 */
export function releasedFile(name: string): string | undefined {
  const folder = process.env.SOUNDINGS_TEST_RELEASE
  if (folder === undefined) return undefined
  const path = join(folder, name)
  // Otherwise a release could pass with a file that was never tested.
  if (!existsSync(path)) throw new Error(`the release has no ${name}`)
  return path
}

/**
 * Packs the npm package in a folder of this checkout.
 * @param to the folder for the tarball
 * @param flags of `npm pack`
 * @returns the path of the tarball
 */
export async function pack(source: string, to: string, ...flags: string[]): Promise<string> {
  const { stdout } = await execute('npm', ['pack', '--json', ...flags, '--pack-destination', to], { cwd: source })
  // Scripts of the package may print something first.
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  return join(to, filename)
}
