import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery, KyselyPlugin, RootOperationNode, Transaction } from 'kysely'
import type { SurveyAccess } from '../../src/store/access/survey-credentials.ts'
import type { Engine } from '../../src/store/engine.ts'
import type { Store } from '../../src/store/store.ts'
import type { Tables } from '../../src/store/tables.ts'
import { addBoardRows, addSurvey, NOW, newTemplate, storeOn, submit } from './rows.ts'
import type { Open } from './subject.ts'

/** Background work finds its rows by an index, so that its cost does not grow with everything else stored. */
export function lookups(open: Open): void {
  test('the hourly purge finds expired rows by index', async t => {
    const { database, engine } = await open(t)
    const { store, queries } = recordingStore(engine)
    await store.purge(NOW)
    await assertLookups(queries, query => database.scans(engine, query))
  })

  test('a link without its hyphens is found by index [public-link-redirects]', async t => {
    const { database, engine } = await open(t)
    const { store, queries } = recordingStore(engine)
    assert.equal(await store.surveys.onlySlugOf('kitchensurvey'), undefined)
    await assertLookups(queries, query => database.scans(engine, query))
  })

  test('a deletion finds the rows of the account or the survey by index', async t => {
    const { database, engine } = await open(t)
    const store = storeOn(engine)
    const { store: recording, queries } = recordingStore(engine)
    const { deletion } = recording
    for (const whole of ['account', 'survey'] as const) {
      const { accountId, slug } = await addSurvey(store)
      await submit(store, slug, ['Yes'])
      const access = (await store.surveyCredentials.find(slug)) as SurveyAccess
      const { surveyId } = access
      await addBoardRows(engine, surveyId, { items: 2, votes: 1 })
      if (whole === 'account') {
        await deletion.beginAccount(accountId, NOW)
        await deletion.takeDownSurveys(accountId)
        await deletion.surveys(accountId)
      } else await deletion.beginSurvey(surveyId)
      while (!(await deletion.step(surveyId, 1)).isLast);
      if (whole === 'account') {
        await store.templates.add(newTemplate(accountId), 1)
        while ((await deletion.texts(accountId)) > 0);
        await deletion.account(accountId, NOW)
      } else await deletion.survey(access)
    }
    await assertLookups(queries, query => database.scans(engine, query))
  })
}

async function assertLookups(
  queries: readonly CompiledQuery[],
  scansOf: (query: CompiledQuery) => Promise<readonly string[]>,
): Promise<void> {
  assert.ok(queries.length > 0)
  const scanning: string[] = []
  for (const query of queries) {
    const scans = await scansOf(query)
    if (scans.length > 0) scanning.push(`${query.sql}: ${scans.join(', ')}`)
  }
  assert.deepEqual(scanning, [])
}

/** A store with the queries that it sends, except those that it has prepared. */
function recordingStore(engine: Engine): { store: Store; queries: readonly CompiledQuery[] } {
  const queries: CompiledQuery[] = []
  const executor = engine.reader.getExecutor()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (hasRows(node)) queries.push(executor.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const originals = new WeakMap<object, Transaction<Tables>>()
  const recorded: Engine = {
    ...engine,
    reader: engine.reader.withPlugin(plugin),
    write: run =>
      engine.write(db => {
        const recording = db.withPlugin(plugin)
        originals.set(recording, db)
        return run(recording)
      }),
    notify: (db, change) => engine.notify(originals.get(db) ?? db, change),
  }
  const store = storeOn(recorded)
  // Queries that were only compiled.
  queries.length = 0
  return { store, queries }
}

function hasRows({ kind }: RootOperationNode): boolean {
  return ['SelectQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(kind)
}
