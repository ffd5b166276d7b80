import { setTimeout as sleep } from 'node:timers/promises'
import type { Soundings, SurveyResults } from '../../../clients/typescript/src/client.ts'
import { type Command, type Invocation, UsageError } from '../command.ts'
import { REMOTE_DETAILS, REMOTE_OPTIONS, slugOf, withServer } from './connection.ts'
import { resultsText } from './results-text.ts'

/** Default poll interval, which uses 360 of the 600 calls that a token has per hour. */
const EVERY_SECONDS = 10

export const resultsCommand: Command = {
  name: ['results'],
  usage: 'results SLUG --server URL [--watch] [--every SECONDS]',
  summary: 'Print the results of a survey.',
  details: `--watch prints the results whenever they change, until the survey closes. It checks every ${EVERY_SECONDS} seconds unless --every says\notherwise; a token has 600 calls an hour.\n${REMOTE_DETAILS}`,
  example: 'results quiet-green-river --watch --server https://soundings.example',
  options: { ...REMOTE_OPTIONS, watch: { type: 'boolean' }, every: { type: 'string' } },
  positionals: ['SLUG'],
  run: async call => {
    const [slug, every] = [slugOf(call), secondsOf(call.values.every)]
    return withServer(call, async client => {
      const survey =
        call.values.watch === true ? await watch(client, slug, every, call) : await client.readResults(slug)
      return { data: survey, text: resultsText(survey) }
    })
  },
}

/** Prints the results whenever they change. @returns the final results, once the survey is no longer open */
async function watch(
  client: Soundings,
  slug: string,
  every: number,
  { values, terminal }: Invocation,
): Promise<SurveyResults> {
  for (let last = ''; ; ) {
    const survey = await client.readResults(slug)
    if (survey.status !== 'open') return survey
    const text = values.json === true ? JSON.stringify(survey) : `${resultsText(survey)}\n`
    if (text !== last) terminal.print(`${text}\n`)
    last = text
    await sleep(every * 1000)
  }
}

function secondsOf(text: unknown): number {
  if (text === undefined) return EVERY_SECONDS
  const seconds = Number(text)
  if (!(seconds >= 1 && seconds <= 3600)) throw new UsageError('--every must be a number of seconds from 1 to 3600')
  return seconds
}
