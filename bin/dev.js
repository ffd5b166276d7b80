// Runs the server or a command from its sources: `npm run dev` restarts it when one of them changes.
import { checkNode } from './guard.js'

checkNode()
const { run } = await import('../src/cli.ts')
process.exitCode = await run(process.argv.slice(2))
