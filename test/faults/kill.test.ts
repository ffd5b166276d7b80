import { after, test } from 'node:test'
import { until } from '../until.ts'
import { killServers, startServer } from './server.ts'
import { checkKept, finish, startWithSurvey, Writers } from './writers.ts'

const ACKNOWLEDGED = 300

after(killServers)

test(`a server killed under 16 writers has the ${ACKNOWLEDGED} submissions that it acknowledged [submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact]`, async () => {
  const { server, survey } = await startWithSurvey({})
  const writers = new Writers(() => server.baseUrl, survey.slug)
  await writers.writeFor(0)
  await until(() => writers.acknowledged.size >= ACKNOWLEDGED)
  await server.stop('SIGKILL')
  await writers.interrupted()
  const next = await startServer({ ...survey, port: server.port })
  await checkKept(next, survey, writers)
  await finish(next, survey, writers)
})
