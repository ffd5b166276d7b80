// What others notice of an attack.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../../harness.ts'

export const MEBIBYTE = 1_048_576
const SAMPLE_EVERY_MS = 10

/** Milliseconds within which 99 of 100 requests of somebody else are answered. @param duration of the measurement, in milliseconds */
export async function p99(server: { readonly baseUrl: string }, duration: number): Promise<number> {
  const times: number[] = []
  for (const until = performance.now() + duration; performance.now() < until; ) {
    const since = performance.now()
    assert.equal((await call(server, 'GET', '/healthz')).status, 200)
    times.push(performance.now() - since)
    await delay(SAMPLE_EVERY_MS)
  }
  return times.sort((one, other) => one - other)[Math.floor(0.99 * times.length)] ?? 0
}

/** Resident, in bytes. */
export function memoryOf(pid: number): number {
  const [, kibibytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1_024
}
