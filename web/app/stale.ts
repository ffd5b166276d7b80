import type { Signal } from '@preact/signals'

/** Reads, and sets the signal to whether that failed: what was read earlier may then be out of date. @throws what the read throws */
export async function trackStale<Result>(isStale: Signal<boolean>, read: () => Promise<Result>): Promise<Result> {
  try {
    const result = await read()
    isStale.value = false
    return result
  } catch (error) {
    isStale.value = true
    throw error
  }
}
