import { matchesGlob } from 'node:path'

/** Parts of the long suite, each for changes of one kind: `npm run test:long -- faults`. */
const ROOMS = {
  faults: ['test/{faults,model}/**', 'test/races.test.ts', 'test/openapi/fuzz.long.test.ts'],
  browser: ['test/browser/**'],
  postgres: ['test/postgres/**', 'test/store/postgres/**'],
  packaging: [
    'test/{deploy,docs,generators,moving,packaging,upgrades}/**',
    'test/{cli/completion,cli/doctor-machine,requests/request-ids}.*',
    'test/client/package.*',
  ],
} as const

type Room = keyof typeof ROOMS

/** The room of a file on an engine. What is repeated on PostgreSQL is tested when PostgreSQL’s code has changed. */
export function roomOfFile(file: string, engine: 'sqlite' | 'postgres'): Room | undefined {
  const rooms = Object.keys(ROOMS) as Room[]
  const room = rooms.find(name => ROOMS[name].some(pattern => matchesGlob(file, pattern)))
  return room ?? (engine === 'postgres' ? 'postgres' : undefined)
}
