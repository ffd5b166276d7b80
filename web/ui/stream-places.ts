/** An event stream that begins with the current state whenever it is opened. */
interface Stream {
  open(): void
  close(): void
}

/**
 * Streams that a browser keeps open at the same time. It opens only six HTTP/1.1 connections to a host, and pages need
 * some.
 */
const PLACES = ['stream place 1', 'stream place 2', 'stream place 3', 'stream place 4']
/** How long a stream waits for a place before requesting one, in milliseconds. */
const TURN_MS = 5_000

/** Reads while the page is visible. @returns a function that stops it */
export function whileVisible(read: (signal: AbortSignal) => unknown): () => void {
  let controller = new AbortController()
  const update = () => {
    controller.abort()
    if (document.hidden) return
    controller = new AbortController()
    read(controller.signal)
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    controller.abort()
  }
}

/** Not over plain HTTP, and not if the browser stores nothing for a site, for example with all cookies blocked. */
export async function canLock(): Promise<boolean> {
  return (
    'locks' in navigator &&
    navigator.locks.query().then(
      () => true,
      () => false,
    )
  )
}

/**
 * Opens a stream in one of the places shared by all of a browser's visible windows, until the signal is aborted. If
 * there are more windows than places, they take turns. Without Web Locks, every window opens its stream.
 */
export async function openInPlace(stream: Stream, signal: AbortSignal): Promise<void> {
  if (!(await canLock())) return hold('', stream, signal)
  while (!signal.aborted) (await takeFreePlace(stream, signal)) || (await waitForPlace(stream, signal))
}

/** @returns whether there was one, which has been released by then */
async function takeFreePlace(stream: Stream, signal: AbortSignal): Promise<boolean> {
  for (const place of PLACES) {
    const take = (lock: Lock | null) => lock !== null && hold(place, stream, signal).then(() => true)
    if (await navigator.locks.request(place, { ifAvailable: true }, take)) return true
  }
  return false
}

async function waitForPlace(stream: Stream, signal: AbortSignal): Promise<void> {
  const place = PLACES[Math.floor(Math.random() * PLACES.length)] ?? ''
  const holder = new BroadcastChannel(place)
  const timer = setInterval(() => holder.postMessage('waiting'), TURN_MS)
  const stop = () => {
    clearInterval(timer)
    holder.close()
  }
  const take = () => {
    stop()
    return hold(place, stream, signal)
  }
  // The signal ends the wait with an error.
  await navigator.locks.request(place, { signal }, take).catch(stop)
}

/** Resolves when the stream is closed again: when the signal is aborted, or if another window waits for this place. */
async function hold(place: string, stream: Stream, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const others = new BroadcastChannel(place)
  stream.open()
  await new Promise(done => {
    others.onmessage = done
    signal.addEventListener('abort', done)
  })
  others.close()
  stream.close()
}
