import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Engine } from '../../src/store/engine.ts'
import { addSurvey, submit } from './rows.ts'
import type { Open } from './subject.ts'

type Row = Record<string, unknown>

export function storedColumns(open: Open): void {
  test('a response is stored in five columns, and nothing else about it is stored anywhere', async t => {
    const { database, engine, store } = await open(t)
    const tables = await engine.reader.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'response')?.columns.map(({ name }) => name)
    assert.deepEqual(columns, ['survey_id', 'sequence', 'id', 'submitted_at', 'answers'])
    const { slug } = await addSurvey(store)
    const before = await everyRow(engine)
    const { id, submittedAt, answers } = await submit(store, slug, ['Yes'])
    const after = await everyRow(engine)
    const changed = [...after].filter(row => !before.has(row)).map(row => JSON.parse(row))
    const [account, survey] = ['account', 'survey'].map(name =>
      [...before].map(row => JSON.parse(row)).find(({ table }) => table === name),
    )
    assert.deepEqual(changed, [
      { ...account, revision: account.revision + 1 },
      { table: 'response', survey_id: survey.id, sequence: 1, id, submitted_at: submittedAt, answers },
      // A byte total, including all other responses.
      {
        ...survey,
        response_count: 1,
        last_sequence: 1,
        stored_bytes: survey.stored_bytes + 150 + answers.length,
        // The number of commits, each with any number of responses. Only a database that processes share needs it.
        change_count: database.numbersChanges ? 1 : 0,
      },
      { table: 'tally', survey_id: survey.id, question: 0, slot: 0, count: 1 },
    ])
  })
}

/** Every row of every table, as JSON with the table's name, in the order of the names. */
export async function everyRow({ reader }: Engine): Promise<Set<string>> {
  const tables = await reader.introspection.getTables()
  const found = new Set<string>()
  for (const table of tables.map(({ name }) => name).sort()) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(reader)
    for (const row of rows) found.add(JSON.stringify({ table, ...row }))
  }
  return found
}
