import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Figure, figureTable, passes, recordFigures } from './figure.ts'
import { QUICK, WHOLE } from './scale.ts'
import { type LargeData, seedLarge } from './seed.ts'
import { measureAggregate } from './subjects/aggregate.ts'
import { measureBoard } from './subjects/board.ts'
import { measureEventLoop } from './subjects/event-loop.ts'
import { measureExports } from './subjects/exports.ts'
import { measureFullRead } from './subjects/full-read.ts'
import { measureHall } from './subjects/hall.ts'
import { measureList } from './subjects/list.ts'
import { measureMe } from './subjects/me.ts'
import { measurePage } from './subjects/page.ts'
import { measureServers } from './subjects/servers.ts'
import { measureStart } from './subjects/start.ts'
import { measureSteps } from './subjects/steps.ts'
import { measureStreams } from './subjects/streams.ts'
import { measureSubmission } from './subjects/submission.ts'
import { measureWatchers } from './subjects/watchers.ts'
import { versionOf } from './version.ts'

const USAGE =
  'usage: npm run bench -- [S1] [S2] [S3] [S4] [S5] [S6] [S7] [S8] [S9] [S10] [S11] [S13] [S14] [S15] [--quick] [--against COMMIT]'

const { values, positionals } = readArguments()
const scale = values.quick ? QUICK : WHOLE
const before = values.against === undefined ? undefined : await versionOf(values.against)
let large: Promise<LargeData> | undefined

const subjects = new Map<string, () => Promise<Figure[]>>([
  ['S1', () => measureMe(scale, before)],
  ['S2', () => measureSubmission(scale, before)],
  ['S3', () => measurePage(scale, before)],
  ['S4', async () => measureAggregate(scale, await largeData())],
  [
    'S5',
    async () => [
      ...(await measureFullRead(scale, await largeData())),
      ...(await measureExports(scale, await largeData())),
    ],
  ],
  ['S6', async () => measureEventLoop(scale, await largeData())],
  ['S7', () => measureList(scale)],
  ['S8', () => measureStreams(scale)],
  ['S9', () => measureServers(scale)],
  ['S10', measureStart],
  ['S11', () => measureWatchers(scale)],
  ['S13', () => measureHall(scale)],
  ['S14', () => measureBoard(scale)],
  ['S15', measureSteps],
])

for (const id of positionals) if (!subjects.has(id)) refuse(`no such figure: ${id}`)

const figures: Figure[] = []
/** Subjects that could not be measured. */
const failed: string[] = []
for (const [id, measure] of subjects) {
  if (positionals.length > 0 && !positionals.includes(id)) continue
  console.error(`measuring ${id} …`)
  try {
    const measured = await measure()
    recordFigures('bench/run.ts', measured)
    figures.push(...measured)
  } catch (error) {
    failed.push(id)
    console.error(error)
  }
}
const { model = '' } = cpus()[0] ?? {}
console.log(`Node ${process.versions.node}, ${cpus().length} × ${model}\n\n${figureTable(figures)}`)
if (failed.length > 0) console.log(`\nnot measured: ${failed.join(', ')}`)
process.exit(failed.length === 0 && figures.every(passes) ? 0 : 1)

/** Made once for the figures that need it, because it takes a while. */
function largeData(): Promise<LargeData> {
  large ??= seedLarge(scale.responses)
  return large
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function refuse(reason: string): never {
  console.error(`${reason}\n${USAGE}`)
  process.exit(2)
}
