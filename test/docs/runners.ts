import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How samples are run, by what stands behind the fence of their code. */
const RUNNERS: Readonly<Record<string, (code: string) => [string, ...string[]]>> = {
  sh: code => ['sh', '-c', code],
  js: code => [process.execPath, '--input-type=module', '-e', code],
  python: code => ['python3', '-c', code],
}

/** Runs a sample as it is. @returns what it printed @throws if it fails */
export async function runSample(
  language: string,
  code: string,
  { token, adminToken = '', folder, path = '' }: { token: string; adminToken?: string; folder?: string; path?: string },
): Promise<string> {
  const [file, ...args] = RUNNERS[language]?.(code) ?? ['false']
  const env = { PATH: `${path}:${process.env.PATH}`, TOKEN: token, ADMIN_TOKEN: adminToken, SOUNDINGS_TOKEN: token }
  return (await run(file, args, { env, cwd: folder })).stdout
}
