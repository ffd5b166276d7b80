// An attack in a process of its own, so that its work does not delay what is measured: forked with the name of the
// attack and the server's address. It says when it is prepared, attacks from one message to the next, and then says
// how often it was answered, by status.
import { once } from 'node:events'
import { ATTACKS } from './attacks.ts'

const [name = '', baseUrl = ''] = process.argv.slice(2)
const attack = await ATTACKS[name]?.({ baseUrl })
if (attack === undefined) throw new Error(`there is no attack ${name}`)
process.send?.('prepared')
for (;;) {
  await once(process, 'message')
  const stopped = once(process, 'message')
  let isStopped = false
  stopped.then(() => {
    isStopped = true
  })
  const counts: Record<string, number> = {}
  while (!isStopped) for (const status of await attack.step()) counts[status] = (counts[status] ?? 0) + 1
  attack.rest?.()
  process.send?.(counts)
}
