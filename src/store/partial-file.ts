import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PARTIAL = /\.soundings-partial-(\d+)(?:-journal)?$/

/** The name under which this process writes a file until it is complete. */
export function partialName(file: string): string {
  return `${file}.soundings-partial-${process.pid}`
}

/**
 * Deletes partial files that killed processes have left in a file's folder. Containers reuse process ids, so a file
 * with our own id is a leftover too, because this process has not begun its own.
 */
export function removePartialFiles(file: string): void {
  removeFiles(dirname(file), name => {
    const [, pid] = PARTIAL.exec(name) ?? []
    return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))
  })
}

export function removeFiles(folder: string, isLeft: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isLeft)) rmSync(join(folder, name), { force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // With any other error, the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
