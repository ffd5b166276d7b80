import { after, test } from 'node:test'
import { until } from '../until.ts'
import { Room, STEPS } from './room.ts'
import { killServers, startServer } from './server.ts'
import { checkKept, finish, startWithSurvey, Writers } from './writers.ts'

const ACKNOWLEDGED = 300
/** A lecture without its end, which would leave little to be lost. */
const CONDUCTED = STEPS.slice(0, -1)

after(killServers)

test(`a server killed under 16 writers has the ${ACKNOWLEDGED} submissions and the steps of a presenter that it acknowledged [submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact, presentation-survives-kill]`, async () => {
  const { server, survey } = await startWithSurvey({})
  const room = await Room.open(server, survey.token)
  const writers = new Writers(() => server.baseUrl, survey.slug)
  await writers.writeFor(0)
  await until(() => writers.acknowledged.size >= ACKNOWLEDGED)
  for (const step of CONDUCTED) await room.make(step, server)
  await server.stop('SIGKILL')
  await writers.interrupted()
  const next = await startServer({ ...survey, port: server.port })
  await room.assertShownAt(next)
  await checkKept(next, survey, writers)
  await finish(next, survey, writers)
})
