import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { DUMP_LINE_LENGTH } from '../../src/domain/moving/dump.ts'
import { JsonPieces } from '../../src/domain/values/json-pieces.ts'
import { verifyDump } from '../../src/service/moving/dump-file.ts'
import { expectFigure } from '../figure.ts'
import { temporaryFolder } from '../program.ts'

/** Nearly the longest that is read. */
const LENGTH = DUMP_LINE_LENGTH - 1_024
const CHUNK = 16_384
/** Of CPU. With the square of the length it would be more than a minute. */
const MAX_SECONDS = 5

test('a long line of a dump takes time with its length, not with its square [load-checked]', async t => {
  const file = join(temporaryFolder(t), 'file.dump')
  writeFileSync(file, gzipSync(JSON.stringify(['account', 'x'.repeat(LENGTH)]), { level: 1 }))
  await measure(t, 'reading a line of a dump', () => assert.rejects(verifyDump(file), /is not a dump/))
})

test('a long member of a file takes time with its length, not with its square [survey-restore]', async t => {
  const text = `{"title":"${'x'.repeat(LENGTH)}"}`
  await measure(t, 'splitting a member of a file', async () => {
    const pieces = new JsonPieces([], DUMP_LINE_LENGTH)
    const found = []
    for (let at = 0; at < text.length; at += CHUNK) found.push(...pieces.push(text.slice(at, at + CHUNK)))
    pieces.end()
    assert.equal(found.length, 1)
  })
})

async function measure(t: TestContext, subject: string, run: () => Promise<void>): Promise<void> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  expectFigure(t, {
    subject: `CPU time of ${subject}`,
    measured: `${LENGTH} characters`,
    value: (user + system) / 1e6,
    gate: { sign: '<', limit: MAX_SECONDS, unit: 's' },
  })
}
