import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

/** A response as the service acknowledges it and reads it back. */
export interface Row {
  readonly id: string
  readonly submitted_at: string
  readonly answers: readonly (string | number | null)[]
}

/** What the service reports about a survey, in its two views. */
export interface Stored {
  readonly full: { readonly response_count: number; readonly responses: readonly Row[] }
  readonly aggregate: { readonly response_count: number; readonly results: readonly Result[] }
}

interface Result {
  readonly answered: number
  readonly tally?: readonly { readonly option: string; readonly count: number }[]
  readonly distribution?: readonly { readonly value: number; readonly count: number }[]
}

/**
 * What must hold after every fault: nothing that was acknowledged is missing or changed, nothing is stored twice, and the
 * maintained counts are those of the rows. No two submissions have the same answers, so a row that is stored twice is seen.
 * @returns how many rows are stored without having been acknowledged
 */
export function checkHistory(acknowledged: readonly Row[], { full, aggregate }: Stored): number {
  const rows = full.responses
  const byId = new Map(rows.map(row => [row.id, row]))
  const lost = acknowledged.filter(row => !isDeepStrictEqual(byId.get(row.id), row))
  assert.deepEqual(lost, [], 'an acknowledged response is missing or changed')
  assert.equal(byId.size, rows.length, 'an id is stored twice')
  assert.equal(new Set(rows.map(({ answers }) => JSON.stringify(answers))).size, rows.length, 'a row is stored twice')
  assert.deepEqual(
    [full.response_count, aggregate.response_count],
    [rows.length, rows.length],
    'response_count is wrong',
  )
  assert.deepEqual(
    aggregate.results,
    aggregate.results.map((result, index) => recount(result, rows, index)),
    'the counts of a question are wrong',
  )
  for (const { answered, tally, distribution } of aggregate.results)
    for (const counts of [tally, distribution])
      if (counts !== undefined) assert.equal(sumOf(counts), answered, 'the counts of a question miss answers')
  return rows.length - acknowledged.length
}

/** A result with recounted instead of maintained counts. */
function recount(result: Result, rows: readonly Row[], index: number): Result {
  const given = rows.map(({ answers }) => answers[index] ?? null).filter(answer => answer !== null)
  const countOf = (answer: string | number) => given.filter(one => one === answer).length
  return {
    ...result,
    answered: given.length,
    ...(result.tally && { tally: result.tally.map(one => ({ ...one, count: countOf(one.option) })) }),
    ...(result.distribution && {
      distribution: result.distribution.map(one => ({ ...one, count: countOf(one.value) })),
    }),
  }
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** Reads both views. @param survey the token may read it */
export async function readStored(
  { baseUrl }: { readonly baseUrl: string },
  { slug, token }: { readonly slug: string; readonly token: string },
): Promise<Stored> {
  const read = async (view: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${baseUrl}/api/v1/surveys/${slug}?view=${view}`, { headers })
    assert.equal(reply.status, 200)
    return reply.json()
  }
  return { full: (await read('full')) as Stored['full'], aggregate: (await read('aggregate')) as Stored['aggregate'] }
}
