import type { Signal } from '@preact/signals'

/**
 * Reads, and sets the signal to whether that failed, in which case previously read data may be out of date.
 * @throws whatever the read throws
 */
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
