/** What the store logs to. A pino logger is one. */
export interface Log {
  warn(message: string): void
  warn(fields: { readonly err: unknown }, message: string): void
  error(fields: { readonly err: unknown }, message: string): void
}
