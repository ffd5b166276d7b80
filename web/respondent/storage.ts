/** A value per survey in a browser storage. Without storage, which some browsers deny to whoever only names it, nothing is kept. */
export function browserStorage<Value>(kind: 'localStorage' | 'sessionStorage', slug: string) {
  const name = `soundings:${slug}`
  const attempt = <Result>(act: () => Result): Result | undefined => {
    try {
      return act()
    } catch {
      return undefined
    }
  }
  return {
    read: () => attempt(() => JSON.parse(self[kind].getItem(name) ?? '') as Value),
    write: (value: Value) => attempt(() => self[kind].setItem(name, JSON.stringify(value))),
    clear: () => attempt(() => self[kind].removeItem(name)),
  }
}
