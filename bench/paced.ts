import type { Socket } from 'node:net'
import { open, ReplyReader, type Requests } from './load.ts'

export interface Pace {
  readonly port: number
  readonly perSecond: number
  readonly milliseconds: number
  readonly requests: (sender: number) => Requests
  /**
   * Connections that take turns. A connection whose response is late then sends the requests that have become due
   * meanwhile.
   */
  readonly senders?: number
}

/**
 * Sends requests at a steady pace, however long responses take, like people who act independently.
 * @returns for each request, the milliseconds from when it was due until its response
 * @throws Error at the first response that is not a success
 */
export async function paced({ port, perSecond, milliseconds, requests, senders = 20 }: Pace): Promise<number[]> {
  const sockets = await Promise.all(Array.from({ length: senders }, () => open(port)))
  const every = (senders * 1_000) / perSecond
  const startsAt = performance.now()
  const dueTimes = (sender: number) =>
    Array.from({ length: Math.floor(milliseconds / every) }, (_, turn) => startsAt + (turn + sender / senders) * every)
  try {
    const times = await Promise.all(sockets.map((socket, sender) => sendAt(dueTimes(sender), socket, requests(sender))))
    return times.flat()
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** How many times longer a percentile is measured than a rate: one hundredth of 300 requests would be only three. */
const TIMES_AS_LONG = 3

/**
 * The time within which 99 % of the requests are answered, in milliseconds.
 * @param pace with the duration of a rate measurement
 */
export async function percentile99AtPace(pace: Pace): Promise<number> {
  return percentile99(await paced({ ...pace, milliseconds: TIMES_AS_LONG * pace.milliseconds }))
}

export function percentile99(times: readonly number[]): number {
  return quantile(times, 0.99)
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

function sendAt(dueTimes: readonly number[], socket: Socket, next: Requests): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const reply = new ReplyReader()
    const times: number[] = []
    const proceed = () => {
      const due = dueTimes[times.length]
      if (due === undefined) resolve(times)
      else setTimeout(() => socket.write(next()), Math.max(0, due - performance.now()))
    }
    socket.on('data', (piece: Buffer) => {
      try {
        if (!reply.take(piece)) return
        times.push(performance.now() - (dueTimes[times.length] ?? Number.NaN))
        proceed()
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    proceed()
  })
}
