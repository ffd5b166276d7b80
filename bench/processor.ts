import { readFileSync } from 'node:fs'

/** Of the kernel's clock for `/proc`. */
const TICKS_PER_SECOND = 100

/** The processor time that a process has used, its own and that of the kernel on its behalf. */
export function processorSeconds(pid: number): number {
  // The name of the program, in parentheses, may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
