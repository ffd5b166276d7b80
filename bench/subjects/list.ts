import { startServer, temporaryFolder } from '../../test/faults/server.ts'
import { type Figure, milliseconds } from '../figure.ts'
import { load } from '../load.ts'
import { inTurn, median, medianRatio } from '../rounds.ts'
import type { Scale } from '../scale.ts'
import { seedSurveys } from '../seed.ts'
import { reads } from '../survey.ts'

const SURVEYS = 500
/** Calls per round and path; the account’s ten tokens allow 6,000 calls in all. */
const CALLS = 200

/** S7: the longest list that an account can have, compared with the cheapest call. */
export async function measureList({ rounds }: Scale): Promise<Figure[]> {
  const dataDir = temporaryFolder()
  const tokens = await seedSurveys(dataDir, SURVEYS)
  const { port, stop } = await startServer({ dataDir })
  const timeOf = (path: string) => async () => {
    const next = reads(path, tokens)
    return 1_000 / (await load({ port, senders: 1, requests: () => next, until: { replies: CALLS } }))
  }
  const times = await inTurn(rounds, { list: timeOf('/api/v1/surveys'), me: timeOf('/api/v1/me') })
  await stop('SIGTERM')
  return [
    {
      id: 'S7',
      subject: `list of ${SURVEYS} surveys / GET /api/v1/me`,
      measured: `${milliseconds(median(times.list))} / ${milliseconds(median(times.me))}`,
      value: medianRatio(times.list, times.me),
      gate: { sign: '≤', limit: 5, unit: '×' },
    },
  ]
}
