import { browserStorage } from '../ui/browser-storage.ts'

type Storage<Value> = ReturnType<typeof browserStorage<Value>>

/** A named value in a browser storage. On a shared device, nothing is kept, and what was kept before is removed. */
export function deviceStorage<Value>(
  { dataset }: HTMLFormElement,
  kind: 'localStorage' | 'sessionStorage',
  name: string,
): Storage<Value> {
  const storage = browserStorage<Value>(kind, name)
  if (dataset.shared === undefined) return storage
  storage.clear()
  return { ...storage, read: () => undefined, write: () => false }
}
