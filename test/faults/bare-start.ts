import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

const SERVER =
  "require('node:http').createServer((_, reply) => reply.end()).listen(Number(process.argv[1]), '127.0.0.1')"

/** @returns milliseconds until a Node server that does nothing responds: the yardstick for starts */
export async function bareStart(): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['-e', SERVER, String(port)], { stdio: 'ignore' })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await delay(5)
  child.kill('SIGKILL')
  return performance.now() - startedAt
}
