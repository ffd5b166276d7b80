// Waits until the server with these settings can write. systemd runs it, so that `systemctl restart` returns only then. It fails if the
// server has ended, or is not ready within the given number of seconds after it began to listen. A migration comes before that and
// takes as long as it needs: a server that is stopped in the middle starts it over.
const { HOST = '127.0.0.1', PORT = '3000', MAINPID } = process.env
const milliseconds = Number(process.argv[2]) * 1_000
const address = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`
/** Time limit for the response of a server that listens. */
const ANSWER_MS = 5_000
/** A server on a disk that is nearly full still answers reads, which a restart would only interrupt. */
const DISK_NEARLY_FULL = /the disk is nearly full/
/** @returns whether it listens, and whether it is ready */
const look = () =>
  fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    async answer => ({ listens: true, isReady: answer.ok || DISK_NEARLY_FULL.test(await answer.text()) }),
    ({ cause }) => ({ listens: cause?.code !== 'ECONNREFUSED', isReady: false }),
  )
/** Without this, systemd would wait for ever for a server that has ended. Signal 0 only checks that the process exists. */
const hasEnded = () => {
  if (MAINPID === undefined) return false
  try {
    process.kill(Number(MAINPID), 0)
    return false
  } catch {
    return true
  }
}
/** @param {string} reason */
const fail = reason => {
  console.error(reason)
  process.exit(1)
}
let since
for (;;) {
  const { listens, isReady } = await look()
  if (isReady) break
  if (hasEnded()) fail('the server has ended before it was ready; its own last line says why')
  if (listens) since ??= performance.now()
  if (performance.now() - since > milliseconds) fail('the server listens but is not ready; its log says why')
  await new Promise(resolve => setTimeout(resolve, 100))
}
