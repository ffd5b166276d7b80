import { keepPostgres } from '../postgres/keeper.ts'
import { randomNumbers } from '../random.ts'
import { startServer } from './server.ts'
import { checkKept, finish, SECRET, startWithSurvey, Writers } from './writers.ts'

type Settings = Record<string, string>

/** Each with the settings of an empty database, whose commits wait for the disk. */
export const ENGINES: [engine: string, settings: () => Promise<Settings>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: (await keepPostgres({ durable: true })).url, SECRET })],
]

/**
 * Kills a server under 16 writers at random moments, starts it again, and checks what is stored, many times.
 * @param beforeRestart awaited after each kill
 */
export async function killUnderLoad(settings: Settings, kills: number, beforeRestart?: () => Promise<unknown>) {
  const { server: first, survey } = await startWithSurvey(settings)
  const writers = new Writers(() => first.baseUrl, survey.slug)
  const timesToReady: number[] = []
  const random = randomNumbers(20_240_607)
  let server = first
  let unanswered = 0
  for (let kill = 0; kill < kills; kill++) {
    await writers.writeFor(50 + 350 * random())
    await server.stop('SIGKILL')
    await writers.interrupted()
    await beforeRestart?.()
    server = await startServer({ ...survey, port: server.port })
    timesToReady.push(server.readyAfter)
    unanswered += await checkKept(server, survey, writers)
  }
  await finish(server, survey, writers)
  return { acknowledged: writers.acknowledged.size, unanswered, timesToReady }
}
