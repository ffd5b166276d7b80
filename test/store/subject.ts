import type { TestContext } from 'node:test'
import type { CompiledQuery } from 'kysely'
import type { Engine } from '../../src/store/engine.ts'
import type { Store } from '../../src/store/store.ts'

/** An empty database of one engine. It can be reopened after it was closed. */
export interface Database {
  open(): Promise<Engine>
  /** Whether a survey has the number of its last change, which only PostgreSQL needs. */
  readonly numbersChanges: boolean
  /** Tables of a survey whose rows the database itself deletes. */
  readonly derivedTables: readonly string[]
  /** The tables a query would scan completely, however few rows it needs. */
  scans(engine: Engine, query: CompiledQuery): Promise<readonly string[]>
  /** Makes every write of more than a page fail, until the returned function is called. Reads still work. */
  refuseWrites(engine: Engine): Promise<() => Promise<void>>
}

/** A store on an empty database, closed when the test ends. */
export type Open = (t: TestContext) => Promise<OpenStore>

interface OpenStore {
  readonly database: Database
  readonly engine: Engine
  readonly store: Store
}
