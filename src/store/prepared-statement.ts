import type { Compilable, Kysely } from 'kysely'
import { lazy } from '../domain/values/lazy.ts'
import type { Engine, SurveyState } from './engine.ts'
import type { Tables } from './tables.ts'

/** A statement that is compiled once, when it first runs. Its parameters are in the order of its text. */
export type PreparedStatement = (db: Kysely<Tables>, ...parameters: readonly unknown[]) => Promise<unknown>

export function prepareStatement(query: Compilable<unknown>): PreparedStatement {
  const compiled = lazy(() => query.compile())
  return (db, ...parameters) => db.executeQuery({ ...compiled(), parameters })
}

/**
 * The same for the few reads that run on every request or return many rows.
 * @param query selects its columns in the order of `Row`
 */
export function prepareRead<Row extends readonly unknown[]>(
  engine: Engine,
  query: Compilable<unknown>,
): (...parameters: readonly unknown[]) => Promise<readonly Row[]> {
  const compiled = lazy(() => query.compile().sql)
  return (...parameters) => engine.selectArrays({ sql: compiled(), parameters }) as Promise<readonly Row[]>
}

/** The same for reads of many responses of a survey. */
export function prepareResponseRead<Row extends readonly unknown[]>(
  engine: Engine,
  query: Compilable<unknown>,
): (survey: SurveyState, ...parameters: readonly unknown[]) => Promise<readonly Row[]> {
  const compiled = lazy(() => query.compile().sql)
  return (survey, ...parameters) =>
    engine.selectResponses(survey, { sql: compiled(), parameters }) as Promise<readonly Row[]>
}
