// Waits until the server with these settings can write. systemd runs it, so that `systemctl restart` ends when it can.
const { HOST = '127.0.0.1', PORT = '3000', MAINPID } = process.env
const address = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`
const isReady = () =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isReady())) {
  // Signal 0 only looks. Without this, systemd would restart a server that has ended no sooner than after TimeoutStartSec.
  if (MAINPID) process.kill(Number(MAINPID), 0)
  await new Promise(resolve => setTimeout(resolve, 100))
}
