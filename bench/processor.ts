import { readFileSync } from 'node:fs'

/** Ticks per second of the kernel’s clock in `/proc`. */
const TICKS_PER_SECOND = 100

/** The CPU time a process has used, in user space and in the kernel. */
export function processorSeconds(pid: number): number {
  // The program name, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
