/** A value per survey in a browser storage. Without storage nothing is kept. */
export function browserStorage<Value>(storage: Storage, slug: string) {
  const name = `soundings:${slug}`
  const attempt = <Result>(act: () => Result): Result | undefined => {
    try {
      return act()
    } catch {
      return undefined
    }
  }
  return {
    read: () => attempt(() => JSON.parse(storage.getItem(name) ?? '') as Value),
    write: (value: Value) => attempt(() => storage.setItem(name, JSON.stringify(value))),
    clear: () => attempt(() => storage.removeItem(name)),
  }
}
