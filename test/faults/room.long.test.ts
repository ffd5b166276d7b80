import { afterEach, test } from 'node:test'
import { keepPostgres } from '../postgres/keeper.ts'
import { Room, STEPS } from './room.ts'
import { killServers, type Server, startServer, temporaryFolder } from './server.ts'
import { SECRET, startWithSurvey } from './writers.ts'

afterEach(killServers)

test('a server killed after any step of a presenter shows it when it is back, on SQLite [presentation-survives-kill]', async () => {
  const { server, survey } = await startWithSurvey()
  await conduct([server], survey.token, server => startServer({ ...survey, port: server.port }))
})

test('after any step, the server that acknowledged it is killed: the other one shows it at once, on PostgreSQL [presentation-survives-kill]', async t => {
  const postgres = await keepPostgres({ durable: true })
  t.after(() => postgres.remove())
  const env = { DATABASE_URL: postgres.url, SECRET }
  const { server, survey } = await startWithSurvey(env)
  const other = await startServer({ dataDir: temporaryFolder(), env })
  await conduct([server, other], survey.token, ({ port }) => startServer({ dataDir: temporaryFolder(), env, port }))
})

/** Makes each step at one of the servers, in turn, and kills it as soon as it has acknowledged the step. */
async function conduct(servers: Server[], token: string, restart: (killed: Server) => Promise<Server>): Promise<void> {
  const room = await Room.open(servers[0] as Server, token)
  for (const [turn, step] of STEPS.entries()) {
    const at = turn % servers.length
    const conductor = servers[at] as Server
    const others = servers.toSpliced(at, 1)
    const screens = await Promise.all(others.map(other => room.screensAt(other)))
    await room.make(step, conductor)
    await conductor.stop('SIGKILL')
    for (const other of others) await room.assertShownAt(other)
    for (const one of screens) await room.shownOn(one, step)
    servers[at] = await restart(conductor)
    await room.assertShownAt(servers[at])
  }
}
