/** Longest silence of a live stream, in milliseconds: the server's heartbeats are at most 25 seconds apart. */
const SILENCE_MS = 40_000
/** How soon a device that was asleep notices, in milliseconds. */
const CHECK_MS = 3_000

/**
 * Watches for the silence of a stream: on a network that went away without a word, and after a sleep, a connection may look
 * open and be dead.
 * @param onSilence called at each check as long as it lasts
 * @returns stops watching
 */
export function watchHeartbeat(source: EventSource, onSilence: () => void): () => void {
  // By the wall clock, which goes on while a device sleeps.
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
