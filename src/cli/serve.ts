import { serve } from '../main.ts'
import type { Command } from './command.ts'
import { makeDemo } from './demo.ts'
import { startupMessage } from './startup-message.ts'

export const serveCommand: Command = {
  name: ['serve'],
  usage: 'serve [--demo]',
  summary: 'Run the server until it receives SIGTERM or SIGINT.',
  details:
    'On an empty database, the server creates a demo account with a survey and an API token if you start it from a terminal\nor with --demo. It never does so when NODE_ENV=production.',
  example: 'serve --demo',
  options: { demo: { type: 'boolean' } },
  positionals: [],
  run: async ({ values, config }) => {
    const isDemoAllowed = !config.production && (values.demo === true || process.stdout.isTTY === true)
    await serve(config, async context => {
      const isEmpty = (await context.store.accounts.list()).length === 0
      const demo = isDemoAllowed && isEmpty ? await makeDemo(context) : undefined
      return config.production ? '' : startupMessage(config.baseUrl, demo)
    })
    return undefined
  },
}
