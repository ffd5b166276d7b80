import { existsSync } from 'node:fs'
import { join } from 'node:path'

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
