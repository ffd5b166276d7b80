import { serve } from '../main.ts'
import type { Command } from './command.ts'
import { makeDemo } from './demo.ts'
import { startupMessage } from './startup-message.ts'

export const serveCommand: Command = {
  name: ['serve'],
  usage: 'serve [--demo]',
  summary: 'Run the service until SIGTERM or SIGINT.',
  details:
    'On an empty database it makes a demo account with a survey and a token, where it is run by hand or with --demo,\nand never with NODE_ENV=production.',
  example: 'serve --demo',
  options: { demo: { type: 'boolean' } },
  positionals: [],
  run: async ({ values, config }) => {
    const wanted = !config.production && (values.demo === true || process.stdout.isTTY === true)
    await serve(config, async context => {
      const isEmpty = (await context.store.accounts.list()).length === 0
      const demo = wanted && isEmpty ? await makeDemo(context) : undefined
      return config.production ? '' : startupMessage(config.baseUrl, demo)
    })
    return undefined
  },
}
