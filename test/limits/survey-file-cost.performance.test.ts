import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { planCreation } from '../../src/cli/remote/plan.ts'
import { readSurveyFile } from '../../src/cli/remote/survey-file.ts'
import { expectFigure } from '../figure.ts'
import { temporaryFolder } from '../program.ts'

/** Of CPU. */
const MAX_SECONDS = 5

const HOSTILE: [name: string, content: string][] = [
  ['a.json', '"\\"'.repeat(60_000)],
  ['a.json', `{ "title": "${'\\"'.repeat(60_000)}`],
  ['a.json', `/*${'/*'.repeat(60_000)}`],
  ['a.json', '['.repeat(60_000)],
  ['a.yaml', '['.repeat(60_000)],
  ['a.yaml', Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join('\n')],
]

for (const [name, content] of HOSTILE) {
  const what = `${name} that starts with ${JSON.stringify(content.slice(0, 12))}`
  test(`${what} takes a bounded time to refuse`, async t => {
    const path = join(temporaryFolder(t), name)
    writeFileSync(path, content)
    const before = process.cpuUsage()
    await assert.rejects(readAndPlan(path))
    const { user, system } = process.cpuUsage(before)
    expectFigure(t, {
      subject: `CPU time of refusing ${what}`,
      measured: `${content.length} characters`,
      value: (user + system) / 1e6,
      gate: { sign: '<', limit: MAX_SECONDS, unit: 's' },
    })
  })
}

/** Reads a file as `soundings create` does, until the server would be asked. */
async function readAndPlan(path: string): Promise<void> {
  const { survey } = await readSurveyFile(path)
  const { refusals } = planCreation(survey)
  assert.deepEqual(refusals, [])
}
