import { startServer } from '../../test/faults/server.ts'
import { type Figure, milliseconds } from '../figure.ts'
import { load } from '../load.ts'
import { inTurn, median, medianRatio } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import type { LargeData } from '../seed.ts'
import { reads } from '../survey.ts'

/** Calls per round and survey; the account’s ten tokens allow 6,000 calls in all. */
const CALLS = 200

/** S4: reading the counts of many responses compared with few. */
export async function measureAggregate({ rounds }: Scale, data: LargeData): Promise<Figure[]> {
  const { port, stop } = await startServer({ dataDir: data.dataDir })
  const timeOf = (slug: string) => async () => {
    const next = reads(`/api/v1/surveys/${slug}?view=aggregate`, data.tokens)
    return 1_000 / (await load({ port, senders: 1, requests: () => next, until: { replies: CALLS } }))
  }
  const times = await inTurn(rounds, { many: timeOf(data.many.slug), few: timeOf(data.few.slug) })
  await stop('SIGTERM')
  const [many, few] = [data.many.responses, data.few.responses].map(count => count.toLocaleString('en'))
  return [
    {
      id: 'S4',
      subject: `aggregate of ${many} responses / of ${few}`,
      measured: `${milliseconds(median(times.many))} / ${milliseconds(median(times.few))}`,
      value: medianRatio(times.many, times.few),
      gate: { sign: '≤', limit: 1.2 },
    },
  ]
}
