/** The fields of a form that was sent, by name. */
export type Fields = ReadonlyMap<string, string> | undefined

/** The text of a field, empty if it was not sent. */
export function textOf({ body }: { readonly body: unknown }, name: string): string {
  return body instanceof Map ? (body.get(name) ?? '') : ''
}
