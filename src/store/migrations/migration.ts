import type { SchemaSyntax } from '../engine.ts'

/**
 * One change of the schema. A released one is final: databases keep the checksum of the statements that made them, so a
 * program with other statements refuses them. That freezes each text in the file of the migration, down to its spaces, and
 * each text of `SchemaSyntax` that it uses. Whatever should be different from then on is a new migration, with a new property
 * of `SchemaSyntax` if the databases need different texts.
 */
export interface Migration {
  /** The name of its file, which begins with its number. */
  readonly name: string
  /** Run in one transaction. A process of the previous version may be running, so they only add. */
  statements(syntax: SchemaSyntax): readonly string[]
}
