import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { type Service, startService } from '../harness.ts'

/** What writes are prepared with. */
export type PreparedService = Pick<Service, 'baseUrl' | 'accountIdOf' | 'jobs' | 'newCaller' | 'setEntitledUntil'>

/** A service in a thread of its own, so that the work of its client is not taken for its own. */
export interface ServiceThread {
  readonly service: PreparedService
  startMeasuring(): Promise<void>
  /**
   * Stops measuring.
   * @returns CPU time of the longest turn of the event loop, in milliseconds: so long, others had to wait. Unlike the
   *   time on the clock, it does not include the work of other programs
   */
  longestTurn(): Promise<number>
  close(): Promise<void>
}

type Call = (...values: never[]) => unknown
interface Request {
  readonly id: number
  readonly name: string
  readonly values: never[]
}
type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly error: unknown })

export async function startServiceThread(): Promise<ServiceThread> {
  const worker = new Worker(new URL(import.meta.url))
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const [baseUrl]: string[] = await once(worker, 'message')
  worker.on('message', (reply: Reply) => {
    const waits = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) waits?.reject(reply.error)
    else waits?.resolve(reply.value)
  })
  let last = 0
  const calls =
    (name: string) =>
    (...values: readonly unknown[]): Promise<never> => {
      const resolvers = Promise.withResolvers<unknown>()
      waiting.set(++last, resolvers)
      worker.postMessage({ id: last, name, values })
      return resolvers.promise as Promise<never>
    }
  return {
    service: {
      baseUrl: String(baseUrl),
      accountIdOf: calls('accountIdOf'),
      jobs: calls('jobs'),
      newCaller: calls('newCaller'),
      setEntitledUntil: calls('setEntitledUntil'),
    },
    startMeasuring: calls('startMeasuring'),
    longestTurn: calls('longestTurn'),
    close: async () => {
      await calls('close')()
      await worker.terminate()
    },
  }
}

async function serve(): Promise<void> {
  const service = await startService({ hostname: 'localhost' })
  const turns = new LongestTurn()
  const calls = new Map<string, Call>(
    Object.entries({
      accountIdOf: service.accountIdOf,
      jobs: service.jobs,
      newCaller: service.newCaller,
      setEntitledUntil: service.setEntitledUntil,
      startMeasuring: () => turns.start(),
      longestTurn: () => turns.stop(),
      close: service.close,
    }),
  )
  parentPort?.on('message', async ({ id, name, values }: Request) => {
    try {
      parentPort?.postMessage({ id, value: await calls.get(name)?.(...values) })
    } catch (error) {
      parentPort?.postMessage({ id, error })
    }
  })
  parentPort?.postMessage(service.baseUrl)
}

/** Measures each turn of this thread's event loop, which meanwhile never waits for events. */
class LongestTurn {
  #longest = 0
  #begun = 0
  #next: NodeJS.Immediate | undefined

  start(): void {
    this.#longest = 0
    this.#begun = cpuTime()
    this.#measure()
  }

  /** The call may have come within a turn that has not been measured yet. */
  stop(): number {
    clearImmediate(this.#next)
    this.#end()
    return this.#longest
  }

  #measure(): void {
    this.#next = setImmediate(() => {
      this.#end()
      this.#measure()
    })
  }

  #end(): void {
    const now = cpuTime()
    this.#longest = Math.max(this.#longest, now - this.#begun)
    this.#begun = now
  }
}

/** Of this thread, in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

if (!isMainThread) await serve()
