import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startServer, temporaryFolder } from '../test/faults/server.ts'
import { seedSurvey, seedTokens } from './seed.ts'

/** A commit to be measured, started and seeded by its own code, since its schema may differ. */
export interface Version {
  readonly startServer: typeof startServer
  readonly seedSurvey: typeof seedSurvey
  readonly seedTokens: typeof seedTokens
}

export const THIS: Version = { startServer, seedSurvey, seedTokens }

/** Builds a commit of this repository in a temporary folder; takes about a minute. */
export async function versionOf(commit: string): Promise<Version> {
  const folder = temporaryFolder()
  const source = join(import.meta.dirname, '..')
  run(`git -C '${source}' archive '${commit}' | tar -x -C '${folder}'`, source)
  run('npm ci --no-audit --no-fund && npm run -s build', folder)
  const { startServer } = await import(join(folder, 'test/faults/server.ts'))
  const { seedSurvey, seedTokens } = await import(join(folder, 'bench/seed.ts'))
  return { startServer, seedSurvey, seedTokens }
}

function run(command: string, cwd: string): void {
  const { status, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${command}`], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}
