import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { createGunzip } from 'node:zlib'
import { expectFigure } from '../figure.ts'
import { start } from '../program.ts'
import { scaled } from '../scale.ts'
import { dumpWith, ENGINES, emptyPlace, exportOf } from './data.ts'
import { EMAIL, type Place } from './dumps.ts'

const RESPONSES = scaled({ long: 100_000, release: 1_000_000 })
const MEBIBYTE = 1_048_576
const MAX_MEBIBYTES = 64
/** Garbage of V8 for the most part: decision 0069. */
const MAX_RESTORE_MEBIBYTES = 256

for (const engine of ENGINES)
  test(`many responses move to and from ${engine} while memory hardly grows [dump-load-memory]`, {
    timeout: 900_000,
  }, async t => {
    const place = await emptyPlace(t, engine)
    const few = await emptyPlace(t, engine)
    const { file: small } = await dumpWith(t, 1)
    const idle = {
      loading: await measured(['load', small], few),
      dumping: await measured(['dump', `${small}2`], few),
    }
    const { file } = await dumpWith(t, RESPONSES)
    const loading = await measured(['load', file], place)
    const dumping = await measured(['dump', `${file}2`], place)
    for (const [what, { peak, seconds }] of Object.entries({ loading, dumping })) {
      expectFigure(t, {
        subject: `growth of memory by ${what} ${RESPONSES} responses, ${engine}`,
        measured: `${seconds.toFixed(1)} s`,
        value: (peak - idle[what as keyof typeof idle].peak) / MEBIBYTE,
        gate: { sign: '<', limit: MAX_MEBIBYTES, unit: 'MiB' },
      })
    }
    assert.equal(await linesOf(`${file}2`), await linesOf(file))
  })

test('a survey with many responses is restored within a bound of memory [survey-restore-memory]', {
  timeout: 900_000,
}, async t => {
  const restore = async (responses: number) => {
    const { place, file } = await exportOf(t, responses)
    return measured(['survey', 'restore', file, '--account', EMAIL], place)
  }
  const few = await restore(1)
  const { peak, seconds } = await restore(RESPONSES)
  expectFigure(t, {
    subject: `growth of memory by restoring a survey with ${RESPONSES} responses`,
    measured: `${seconds.toFixed(1)} s`,
    value: (peak - few.peak) / MEBIBYTE,
    gate: { sign: '<', limit: MAX_RESTORE_MEBIBYTES, unit: 'MiB' },
  })
})

/** Runs a command to its end, and measures its resident memory at its highest. */
async function measured(words: readonly string[], place: Place): Promise<{ peak: number; seconds: number }> {
  const since = performance.now()
  const child = start(words, place)
  child.stdout.resume()
  child.stderr.resume()
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid) ?? 0)
  }, 20)
  const [status] = await once(child, 'close')
  clearInterval(timer)
  assert.equal(status, 0)
  return { peak, seconds: (performance.now() - since) / 1_000 }
}

/** The highest so far, in bytes. */
function memoryOf(pid: number | undefined): number | undefined {
  try {
    const [, kibibytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes ?? 0) * 1_024
  } catch {
    return undefined
  }
}

async function linesOf(file: string): Promise<number> {
  let lines = 0
  for await (const _ of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) lines += 1
  return lines
}
