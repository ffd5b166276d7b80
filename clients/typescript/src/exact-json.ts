/** A response whose `json` keeps numbers that JavaScript would round, so that a question that is read and sent back stays what it was. */
export function exactResponse(text: string, { status, statusText, headers }: Response): Response {
  const own = new Headers(headers)
  // openapi-fetch calls `json` only for a response of known length.
  own.set('content-length', String(text.length))
  const response = new Response(text === '' ? null : text, { status, statusText, headers: own })
  return Object.defineProperty(response, 'json', { value: async () => parseExactly(text) })
}

/** What newer platforms have, and the libraries of TypeScript 5 do not describe. */
type ExactJson = {
  readonly rawJSON?: (text: string) => object
  parse(text: string, revive: (key: string, value: unknown, context?: { readonly source?: string }) => unknown): unknown
}

/** As `JSON.parse`, but a number that would be rounded becomes an object that `JSON.stringify` writes with the digits that were read. */
function parseExactly(text: string): unknown {
  const { rawJSON, parse }: ExactJson = JSON
  if (rawJSON === undefined) return parse(text, (_, value) => value)
  return parse(text, (_, value, context) => {
    const source = context?.source
    return typeof value !== 'number' || source === undefined || isExact(source, value) ? value : rawJSON(source)
  })
}

/** Any 15 significant digits survive, as far as the exponent is in range. */
function isExact(source: string, value: number): boolean {
  const digits = source
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
  if (value === 0) return digits === '' && !Object.is(value, -0)
  return source === String(value) || (digits.length <= 15 && Number.isFinite(value) && Math.abs(value) > 1e-300)
}
