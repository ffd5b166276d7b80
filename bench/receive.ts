import { connect } from 'node:net'

/** The end of a body sent in chunks. */
const LAST_CHUNK = '\r\n0\r\n\r\n'

/** Counts bytes and inspects only the first and the last, so that the server is what is measured. */
export function receive(port: number, path: string, token = ''): Promise<{ bytes: number; rate: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let head = ''
    let tail = ''
    let bytes = 0
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`)
    socket.on('data', (piece: Buffer) => {
      if (bytes === 0) head = piece.toString('latin1', 0, 15)
      tail = (tail + piece.toString('latin1', Math.max(0, piece.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
      bytes += piece.length
    })
    socket.on('error', reject)
    socket.on('end', () => {
      if (head !== 'HTTP/1.1 200 OK' || tail !== LAST_CHUNK) reject(new Error(`${path}: ${head} … ${tail}`))
      resolve({ bytes, rate: (bytes * 1_000) / (performance.now() - startedAt) })
    })
  })
}
