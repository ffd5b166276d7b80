import { type ReadonlySignal, signal } from '@preact/signals'

/** Delay before a script that did not arrive is asked for again, in milliseconds. */
const RETRY_MS = 1_000

export interface Later<Module> {
  readonly loaded: ReadonlySignal<Module | undefined>
  /** Again and again, if the network is down. */
  load(): Promise<void>
}

/** Parts of a page whose script is loaded after what is shown first. */
export function later<Module>(read: () => Promise<Module>): Later<Module> {
  const loaded = signal<Module | undefined>(undefined)
  const load = async (): Promise<void> => {
    loaded.value ??= await read().catch(() => undefined)
    if (loaded.value === undefined) setTimeout(load, RETRY_MS)
  }
  return { loaded, load }
}
