/** An event stream that begins with the current state whenever it is opened. */
interface Stream {
  open(): void
  close(): void
}

/** Streams that a browser keeps open together. It opens only six HTTP/1.1 connections to a host, and pages need some. */
const PLACES = ['stream place 1', 'stream place 2', 'stream place 3', 'stream place 4']
/** How long a stream waits for a place before it asks for it, in milliseconds. */
const TURN_MS = 5_000

/** Reads while the page is visible. @returns stops that */
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

/** Not over plain HTTP, and not where the browser keeps nothing for a site, as with all cookies blocked. */
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
 * Opens a stream in one of the places that all visible windows of a browser share, until the signal. Where there are more
 * windows than places, they take turns. Without Web Locks every window opens its stream.
 */
export async function openInPlace(stream: Stream, signal: AbortSignal): Promise<void> {
  if (!(await canLock())) return hold('', stream, signal)
  while (!signal.aborted) (await takeFreePlace(stream, signal)) || (await waitForPlace(stream, signal))
}

/** @returns whether there was one, which by then has been given back */
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

/** Resolves when the stream is closed again: at the signal, or if another waits for this place. */
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
