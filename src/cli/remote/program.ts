import { readFileSync } from 'node:fs'
import { runCommand } from '../command-line.ts'
import { REMOTE_COMMANDS } from './commands.ts'

// The program of the package @soundings/client, which `bin/build-client.js` bundles into its folder `dist`.

const MANIFEST = new URL('../package.json', import.meta.url)

process.exitCode = await runCommand(process.argv.slice(2), process, {
  name: 'soundings-client',
  usage: 'COMMAND',
  version: () => JSON.parse(readFileSync(MANIFEST, 'utf8')).version,
  groups: [{ title: 'Commands for any server, with an API token', commands: REMOTE_COMMANDS }],
  readConfig: () => {
    throw new Error('these commands have no settings')
  },
})
