import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a database. Its connections can die silently: packets vanish, and neither side notices. */
export interface DatabaseProxy {
  /** The database’s address, through the proxy. */
  readonly url: string
  /** Stops forwarding on the connections that are open now. New ones are not affected. */
  freeze(): void
  /** Freezes the connection of the next statement with this text, with or without forwarding it, and resolves. */
  freezeAt(statement: string, when: 'before' | 'after'): Promise<void>
  /** Forwards no reply until `release` is called. `arrival` resolves when a statement with a text arrives meanwhile. */
  holdReplies(): { arrival(statement: string): Promise<void>; release(): void }
  /** How often clients sent something after a reply, and so waited for it; change notifications are not counted. */
  roundTrips(): number
  close(): Promise<void>
}

/** The channel of change notifications, as a parameter of the statement that sends them. */
const NOTIFICATION = '\0\x09soundings'

interface Link {
  readonly client: Socket
  readonly server: Socket
  frozen: boolean
  /** Whether the last message forwarded was a reply. */
  replied: boolean
}

interface Trap {
  readonly statement: string
  readonly when: 'before' | 'after' | 'never'
  sprung(): void
}

export async function proxyTo(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const links = new Set<Link>()
  let roundTrips = 0
  const traps = new Set<Trap>()
  let heldReplies: (() => void)[] | undefined
  const freeze = () => {
    for (const link of links) link.frozen = true
  }
  const springs = (packet: Buffer): Trap | undefined => {
    const sprung = [...traps].find(({ statement }) => packet.includes(statement))
    if (sprung !== undefined) traps.delete(sprung)
    return sprung
  }
  const listener = createServer(client => {
    const link: Link = { client, server: connect(Number(target.port), target.hostname), frozen: false, replied: true }
    links.add(link)
    link.client.on('data', packet => {
      if (link.replied && !packet.includes(NOTIFICATION)) roundTrips++
      link.replied = false
      const sprung = springs(packet)
      if (sprung?.when === 'before') link.frozen = true
      if (!link.frozen) link.server.write(packet)
      if (sprung?.when === 'after') link.frozen = true
      sprung?.sprung()
    })
    link.server.on('data', packet => {
      link.replied = true
      const forward = () => link.frozen || link.client.write(packet)
      if (heldReplies === undefined) forward()
      else heldReplies.push(forward)
    })
    pairEnds(link, () => links.delete(link))
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    url: url.href,
    freeze,
    freezeAt: (statement, when) =>
      new Promise(resolve => {
        traps.add({ statement, when, sprung: resolve })
      }),
    holdReplies: () => {
      const held: (() => void)[] = []
      heldReplies = held
      return {
        arrival: statement =>
          new Promise(resolve => {
            traps.add({ statement, when: 'never', sprung: resolve })
          }),
        release: () => {
          heldReplies = undefined
          for (const forward of held) forward()
        },
      }
    },
    roundTrips: () => roundTrips,
    close: async () => {
      for (const { client, server } of links) for (const socket of [client, server]) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** Each end closes with the other, unless the link is frozen: then the other end does not notice. */
function pairEnds(link: Link, ended: () => void): void {
  const { client, server } = link
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.setNoDelay(true)
    // What matters of an error is that the socket closes after it.
    one.on('error', () => one.destroy())
    one.on('close', () => {
      if (!link.frozen) other.destroy()
      if (client.destroyed && server.destroyed) ended()
    })
  }
}
