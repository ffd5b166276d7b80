import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { call } from './harness.ts'
import { run, type Serving, serve, temporaryFolder } from './program.ts'

export const SURVEY = { title: 'Lunch', slug: 'lunch', questions: [{ type: 'free_text', text: 'Why?' }] }
/** What a server logs when its database is away. */
export const GONE = 'the database is unavailable; requests get 503 until it is back'

/** A server with a survey named `lunch`, and a token of its account. */
export async function startWithSurvey(t: TestContext, env: Record<string, string> = {}) {
  const dataDir = join(temporaryFolder(t), 'data')
  const made = await run(['account', 'create', 'ada@example.org', '--subscribed', '--token', '--json'], {
    dataDir,
    env,
  })
  const token = String(JSON.parse(made.stdout).token)
  const server = await serve(t, [], { dataDir, env: { ...env, LOG_LEVEL: 'info' } })
  assert.equal((await call(server, 'POST', '/api/v1/surveys', { token, body: SURVEY })).status, 201)
  return { server, token, dataDir }
}

/** Each line of a log, parsed. */
export function linesOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** How often a running server has logged a message. */
export function count(server: Serving, message: string): number {
  return server.stdout().split(message).length - 1
}

export function countIn(lines: readonly Record<string, unknown>[], message: string): number {
  return lines.filter(({ msg }) => msg === message).length
}
