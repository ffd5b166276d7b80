// Waits until the server with these settings can write. systemd runs it, so that `systemctl restart` ends when it can.
const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const address = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`
const isReady = () =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isReady())) await new Promise(resolve => setTimeout(resolve, 100))
