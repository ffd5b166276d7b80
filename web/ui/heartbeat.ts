/** Longest silence of a live stream, in milliseconds: the server's heartbeats are at most 25 seconds apart. */
const SILENCE_MS = 40_000
/** Interval of checks for silence, in milliseconds: a device that was asleep notices after at most this time. */
const CHECK_MS = 3_000

/**
 * Detects a stream that has gone silent: after a network has disappeared without notice, or after sleep, a connection
 * may look open although it is dead.
 * @param onSilence called at each check while the silence lasts
 * @returns a function that stops watching
 */
export function watchHeartbeat(source: EventSource, onSilence: () => void): () => void {
  // Uses the wall clock, which continues while a device sleeps.
  let heardAt = Date.now()
  const hear = () => {
    heardAt = Date.now()
  }
  for (const name of ['open', 'heartbeat']) source.addEventListener(name, hear)
  const timer = setInterval(() => {
    if (Date.now() - heardAt > SILENCE_MS) onSilence()
  }, CHECK_MS)
  return () => clearInterval(timer)
}
