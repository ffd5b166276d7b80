import type { SQLInputValue } from 'node:sqlite'
import type { Rows, Statement } from '../engine.ts'
import { type Connection, translateError } from './connection.ts'

/** A read that waits for the end of the turn. */
interface WaitingRead {
  readonly query: Statement
  readonly resolve: (rows: Rows) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs all reads of one turn of the event loop together at its end, in one snapshot, because opening one costs as much
 * as a read. Each sees everything committed before it was requested. The waiting requests also continue together, so
 * that their responses are written in a row: written separately, each would wake its receiver, which costs most of all.
 */
export class ReadBatch {
  readonly #connection: Connection
  #waiting: WaitingRead[] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  select(query: Statement): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ query, resolve, reject }) === 1) setImmediate(() => this.#run())
    })
  }

  #run(): void {
    const reads = this.#waiting
    this.#waiting = []
    const answerAll = () => {
      for (const read of reads) this.#answer(read)
    }
    try {
      // A single statement has its own snapshot.
      if (reads.length === 1) answerAll()
      else this.#connection.inSnapshot(answerAll)
    } catch (error) {
      for (const { reject } of reads) reject(translateError(error))
    }
  }

  #answer({ query: { sql, parameters }, resolve, reject }: WaitingRead): void {
    try {
      resolve(this.#connection.selectRows(sql, ...(parameters as readonly SQLInputValue[])))
    } catch (error) {
      reject(translateError(error))
    }
  }
}
