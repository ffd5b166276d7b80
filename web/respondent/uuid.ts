/** A random UUID, version 4. `crypto.randomUUID` is missing on pages served over plain http. */
export function newUuid(): string {
  return '00000000-0000-4000-8000-000000000000'.replace(/[08]/g, digit => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (digit === '8' ? 8 + (byte % 4) : byte % 16).toString(16)
  })
}
