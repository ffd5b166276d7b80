// Waits until the server with these settings can write. systemd runs it, so that `systemctl restart` ends when it can.
const { HOST = '127.0.0.1', PORT = '3000', MAINPID } = process.env
const address = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`
const isReady = () =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
/** Without this, systemd would restart a server that has ended no sooner than after TimeoutStartSec. Signal 0 only looks. */
const hasEnded = () => {
  if (MAINPID === undefined) return false
  try {
    process.kill(Number(MAINPID), 0)
    return false
  } catch {
    return true
  }
}
while (!(await isReady())) {
  if (hasEnded()) {
    console.error('the server has ended before it was ready; its own last line says why')
    process.exit(1)
  }
  await new Promise(resolve => setTimeout(resolve, 100))
}
