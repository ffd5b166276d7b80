import type { Context } from '../service/context.ts'
import type { Command } from './command.ts'
import { type Demo, makeDemo } from './demo/demo.ts'
import { FRONT_QUESTION, frontAnswers } from './demo/front-question.ts'
import { seatAudience } from './demo/lecture-audience.ts'
import { lunchAnswers } from './demo/lunch.ts'
import { startPhones } from './demo/phones.ts'
import { inLocalNetwork } from './local-network.ts'
import { explainStartFailure } from './start-failures.ts'
import { startupMessage } from './startup-message.ts'

const NO_CROWD =
  'soundings: --crowd has no effect: it needs the start that creates the demo surveys, on an empty database; try DATA_DIR=demo\n'

export const serveCommand: Command = {
  name: ['serve'],
  usage: 'serve [--demo] [--crowd] [--lan]',
  summary: 'Run the server until it receives SIGTERM or SIGINT.',
  details:
    'On an empty database, the server creates a demo account with three surveys and an API token if you start it from a terminal\nor with --demo. It never does so when NODE_ENV=production.\n--crowd simulates 200 phones that answer the demo lunch and the question on the front page in the two minutes after they were created, and 40 people who\nfollow whoever presents the demo lecture.\n--lan listens on the address of this machine in the local network, so that phones in it can open the links.',
  example: 'serve --demo --lan',
  options: { demo: { type: 'boolean' }, crowd: { type: 'boolean' }, lan: { type: 'boolean' } },
  positionals: [],
  run: async ({ values, config: configured, terminal }) => {
    const isDemoAllowed = !configured.production && (values.demo === true || terminal.isInteractive)
    const addressed = values.lan === true ? inLocalNetwork(configured) : configured
    const frontSurvey = addressed.frontSurvey ?? (isDemoAllowed ? FRONT_QUESTION.slug : undefined)
    const config = { ...addressed, frontSurvey }
    // Only the server needs the framework; without it, every other command starts in half the time.
    const { serve } = await import('../main.ts')
    const greet = async (context: Context) => {
      const isEmpty = isDemoAllowed && (await context.store.accounts.list()).length === 0
      const demo = isEmpty ? await makeDemo(context) : undefined
      if (values.crowd === true) {
        if (demo === undefined) terminal.say(NO_CROWD)
        else startCrowd(context, config.baseUrl, demo)
      }
      return config.production ? '' : startupMessage(config.baseUrl, demo)
    }
    await serve(config, greet).catch(error => {
      throw explainStartFailure(error, config)
    })
    return undefined
  },
}

function startCrowd(context: Context, baseUrl: string, { lunch, lecture }: Demo): void {
  startPhones(context, lunch.slug, { answersOf: lunchAnswers, minutes: 2 })
  // The front page is looked at again and again, so its question keeps moving.
  startPhones(context, FRONT_QUESTION.slug, { answersOf: frontAnswers, minutes: 60 })
  seatAudience(`${baseUrl}/s/${lecture.slug}`)
}
