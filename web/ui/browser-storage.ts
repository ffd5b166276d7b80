const PREFIX = 'soundings:'

/** A named value in a browser storage. Without storage, mere access to which some browsers deny, nothing is kept. */
export function browserStorage<Value>(kind: 'localStorage' | 'sessionStorage', name: string) {
  const key = PREFIX + name
  return {
    read: (): Value | undefined => attempt(() => JSON.parse(self[kind].getItem(key) ?? '')),
    /** @returns whether it is kept */
    write: (value: Value) =>
      attempt(() => {
        self[kind].setItem(key, JSON.stringify(value))
        return true
      }) ?? false,
    clear: () => attempt(() => self[kind].removeItem(key)),
  }
}

/** The names of all values in a browser storage. */
export function storedNames(kind: 'localStorage' | 'sessionStorage'): string[] {
  const keys = attempt(() => Object.keys(self[kind])) ?? []
  return keys.filter(key => key.startsWith(PREFIX)).map(key => key.slice(PREFIX.length))
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
