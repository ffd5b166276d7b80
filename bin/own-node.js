// Uses the Node that comes with the package if another was started: `npx` uses whichever is on the PATH.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { checkNode, isRightNode } from './guard.js'

/** Signals that end a program, passed on to it. */
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs this program in the right Node, if another one runs it. Exits with instructions if there is none.
 * @returns whether it was run there
 */
export function runInOwnNode() {
  if (isRightNode()) return false
  const node = findNode()
  if (node === undefined) {
    checkNode()
    return true
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  // The terminal sends its signals to both processes; this one waits for the other.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('exit', (status, signal) => {
    process.exitCode = status ?? 128 + constants.signals[signal ?? 'SIGTERM']
  })
  return true
}

/** @returns {string | undefined} */
function findNode() {
  const { platform, arch } = process
  try {
    return createRequire(import.meta.url).resolve(`node-${platform}-${arch}/bin/node`)
  } catch {
    return undefined
  }
}
