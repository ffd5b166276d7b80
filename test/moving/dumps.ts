import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { formatFooter } from '../../src/domain/moving/dump.ts'
import { bodyOf, freeText } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { type Run, run, type Scope, serve } from '../program.ts'

export const EMAIL = 'ada@example.org'

/** An installation, on either database. */
export interface Place extends Run {
  readonly env: Readonly<Record<string, string>>
}

/** Makes a survey that has a response, and had another. */
export async function withResponses(t: Scope, place: Place) {
  const { token } = JSON.parse(
    (await run(['account', 'create', EMAIL, '--subscribed', '--token', '--json'], place)).stdout,
  )
  const server = await serve(t, [], place)
  const body = { title: 'Lunch', questions: [freeText('Why?')] }
  const made = bodyOf<{ id: string; admin_token: string }>(
    await call(server, 'POST', '/api/v1/surveys', { token, body }),
    201,
  )
  const send = async (sent: unknown) =>
    bodyOf<{ id: string }>(await call(server, 'POST', `/s/${made.id}/responses`, { body: sent }), 201).id
  const sent = { answers: ['kept'], key: randomUUID() }
  const id = await send(sent)
  const removed = { answers: ['removed'], key: randomUUID() }
  const path = `/admin/api/${made.id}/responses/${await send(removed)}`
  assert.equal((await call(server, 'DELETE', path, { token: made.admin_token })).status, 204)
  await server.stop()
  return { slug: made.id, kept: { sent, id }, removed }
}

/** Moves everything from one installation to another, new one. @param file of the dump */
export async function move(from: Place, to: Place, file: string): Promise<void> {
  for (const [words, place] of [
    [['dump', file], from],
    [['load', file], to],
  ] as const) {
    const { status, stdout, stderr } = await run(words, place)
    assert.equal(status, 0, stderr)
    assert.match(stderr, /Not moved: API tokens/)
    assert.match(stdout, /1 accounts|1 account/)
  }
}

/** The text of a dump. */
export function contentsOf(file: string): string {
  return gunzipSync(readFileSync(file)).toString()
}

/** With the correct counts and checksum for its present content. */
export function sealed(dump: string): string {
  const lines = dump.split('\n').slice(0, -2)
  const counts: Record<string, number> = {}
  let table = ''
  for (const line of lines.slice(1))
    if (line.startsWith('{')) {
      table = JSON.parse(line).table
      counts[table] = 0
    } else counts[table] = (counts[table] ?? 0) + 1
  const text = lines.map(line => `${line}\n`).join('')
  return `${text}${formatFooter(counts, createHash('sha256').update(text).digest('hex'))}\n`
}

/** With another value of a column of its survey. Neither counts nor checksum follow. */
export function withColumn(dump: string, column: string, value: string | number): string {
  return withSurvey(dump, row => ({ ...row, [column]: value }))
}

/** With this many more responses of its survey. */
export function many(dump: string, count: number): string {
  const added = Array.from({ length: count }, (_, at) =>
    JSON.stringify([1, at + 3, randomUUID(), '2026-06-01T00:00:00.000Z', '["more"]']),
  )
  return sealed(
    withSurvey(
      dump.replace(/(\{"table":"response"[^\n]*\n\[[^\n]*\n)/, `$1${added.join('\n')}\n`),
      ({ response_count, last_sequence, ...rest }) => ({
        ...rest,
        response_count: Number(response_count) + count,
        last_sequence: Number(last_sequence) + count,
      }),
    ),
  )
}

type Row = Readonly<Record<string, string | number | null>>

/** With another row of its first survey. */
function withSurvey(dump: string, change: (row: Row) => Row): string {
  return dump.replace(/(\{"table":"survey"[^\n]*\n)([^\n]*)/, (_, head, line) => {
    const { columns } = JSON.parse(head) as { columns: string[] }
    const values = JSON.parse(line) as (string | number | null)[]
    const row = change(Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null])))
    return head + JSON.stringify(columns.map(name => row[name]))
  })
}
