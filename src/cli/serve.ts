import type { Context } from '../service/context.ts'
import type { Command } from './command.ts'
import { makeDemo } from './demo.ts'
import { startPhones } from './demo-phones.ts'
import { inLocalNetwork } from './local-network.ts'
import { explainStartFailure } from './start-failures.ts'
import { startupMessage } from './startup-message.ts'

export const serveCommand: Command = {
  name: ['serve'],
  usage: 'serve [--demo] [--crowd] [--lan]',
  summary: 'Run the server until it receives SIGTERM or SIGINT.',
  details:
    'On an empty database, the server creates a demo account with a survey and an API token if you start it from a terminal\nor with --demo. It never does so when NODE_ENV=production.\n--crowd simulates 200 phones that answer the demo survey in its first two minutes.\n--lan listens on the address of this machine in the local network, so that phones in it can open the links.',
  example: 'serve --demo --lan',
  options: { demo: { type: 'boolean' }, crowd: { type: 'boolean' }, lan: { type: 'boolean' } },
  positionals: [],
  run: async ({ values, config: configured, terminal }) => {
    const config = values.lan === true ? inLocalNetwork(configured) : configured
    const isDemoAllowed = !config.production && (values.demo === true || terminal.isInteractive)
    // Only the server needs the framework; without it, every other command starts in half the time.
    const { serve } = await import('../main.ts')
    const greet = async (context: Context) => {
      const isEmpty = isDemoAllowed && (await context.store.accounts.list()).length === 0
      const demo = isEmpty ? await makeDemo(context) : undefined
      if (demo !== undefined && values.crowd === true) startPhones(context, demo.slug)
      return config.production ? '' : startupMessage(config.baseUrl, demo)
    }
    await serve(config, greet).catch(error => {
      throw explainStartFailure(error, config)
    })
    return undefined
  },
}
