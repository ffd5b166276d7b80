import type { TestContext } from 'node:test'
import { type Answer, call } from './harness.ts'
import { type Installation, installation, withDatabase } from './installation.ts'
import { runApart, type Serving, serve } from './program.ts'
import { scaled } from './scale.ts'

export const ADA = 'ada@example.org'
export const BEN = 'ben@example.org'
/** A deletion takes a step for each 2,000. */
export const MANY = scaled({ short: 6_000, long: 20_000, release: 20_000 })

/** Two accounts, of which Ada's has many responses. */
export async function startWithMany(t: TestContext) {
  const installed = installation(t)
  const server = await serve(t, [], { dataDir: installed.dataDir })
  const ada = await made(installed, server, ADA)
  const ben = await made(installed, server, BEN)
  addResponses(installed.dataDir, ada.slug)
  return { installed, server, ben }
}

/** Deletes Ada's account in a separate process. */
export function deleteApart(dataDir: string) {
  return runApart(['account', 'delete', ADA, '--yes', '--json'], { dataDir })
}

export async function made({ json }: Installation, server: Serving, email: string) {
  const { account_id, token } = await json('account', 'create', email, '--subscribed', '--token')
  const body = { title: 'Lunch', questions: [{ type: 'free_text', text: 'Why?' }] }
  const { id } = (await call(server, 'POST', '/api/v1/surveys', { token: String(token), body })).body
  return { account_id, token: String(token), slug: String(id) }
}

export function submit(server: Serving, slug: string): Promise<Answer> {
  return call(server, 'POST', `/s/${slug}/responses`, { body: { answers: ['because'] } })
}

/** Sends requests in sequence while an operation is under way. @returns their statuses, and the longest time in milliseconds */
export async function sendUntil(ended: Promise<unknown>, send: () => Promise<Answer>) {
  const statuses: number[] = []
  let longest = 0
  let going = true
  ended.then(() => {
    going = false
  })
  while (going) {
    const since = performance.now()
    statuses.push((await send()).status)
    longest = Math.max(longest, performance.now() - since)
  }
  return { statuses, longest }
}

/** As many as would take the service long to send. */
function addResponses(dataDir: string, slug: string): void {
  withDatabase(dataDir, database => {
    const [{ id = 0 } = {}] = database.prepare('select id from survey where slug = ?').all(slug)
    database.exec(`begin immediate;
      with recursive n(sequence) as (select 1 union all select sequence + 1 from n where sequence < ${MANY})
      insert into response select ${id}, sequence, 'id ' || sequence, '2026-06-01T12:00:00.000Z', '["because"]' from n;
      insert into tally values (${id}, 0, 0, ${MANY});
      update survey set response_count = ${MANY}, last_sequence = ${MANY} where id = ${id};
      commit`)
  })
}
