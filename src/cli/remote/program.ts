import { readFileSync } from 'node:fs'
import { runCommand } from '../command-line.ts'
import { FILE_COMMANDS, REMOTE_COMMANDS } from './commands.ts'

// The program of the package @soundings/client, which `bin/build-client.js` bundles into the package's folder `dist`.

const MANIFEST = new URL('../package.json', import.meta.url)

process.exitCode = await runCommand(process.argv.slice(2), process, {
  name: 'soundings-client',
  usage: 'COMMAND',
  bareFlags: [],
  version: () => JSON.parse(readFileSync(MANIFEST, 'utf8')).version,
  groups: [
    { title: 'Commands for any server, with an API token', commands: REMOTE_COMMANDS },
    { title: 'Commands for files, without a server', commands: FILE_COMMANDS },
  ],
  readConfig: () => {
    throw new Error('these commands have no settings')
  },
})
