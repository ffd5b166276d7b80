import { readdirSync, readFileSync } from 'node:fs'

/** The program's own processes, and those of a PostgreSQL server, by its data directory: the first is their parent. */
export function serverProcesses(dataDirectory: string): number[] {
  const parent = readPid(dataDirectory)
  return parent === undefined ? [] : [parent, ...childrenOf(parent)]
}

/** Those that send the log to standbys. */
export function senderProcesses(dataDirectory: string): number[] {
  return serverProcesses(dataDirectory).filter(pid => read(`/proc/${pid}/cmdline`).includes('walsender'))
}

/** Sends a signal to processes, some of which may be gone. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

function readPid(dataDirectory: string): number | undefined {
  const pid = Number.parseInt(read(`${dataDirectory}/postmaster.pid`), 10)
  // A crashed server leaves its file behind, and its process id may have been reused.
  return read(`/proc/${pid}/cmdline`).includes(dataDirectory) ? pid : undefined
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.filter(pid => parentOf(read(`/proc/${pid}/stat`)) === parent).map(Number)
}

/** @param stat as in proc(5): the name of the program is in brackets and may have spaces in it */
function parentOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
}

/** Empty if there is no such file: processes may end while they are inspected. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
