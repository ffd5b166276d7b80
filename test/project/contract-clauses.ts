import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const CONTRACT = readFileSync(join(import.meta.dirname, '../../docs/api-contract.md'), 'utf8')

/** Ids of the clauses of the contract, which are behind its sentences in `<sub>`. */
export const CLAUSES: readonly string[] = [...CONTRACT.matchAll(/<sub>(.+?)<\/sub>/g)].flatMap(([, ids = '']) =>
  ids.split(', '),
)
