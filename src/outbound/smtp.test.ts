import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { smtp } from './smtp.ts'

test('a mail server that refuses our password may accept it later [mail-jobs]', async t => {
  const server = createServer(socket => {
    socket.write('220 mail.example.org\r\n')
    socket.setEncoding('utf8').on('error', () => undefined)
    socket.on('data', (line: string) => {
      if (line.startsWith('EHLO')) socket.write('250-mail.example.org\r\n250 AUTH PLAIN\r\n')
      else socket.write(line.startsWith('AUTH') ? '535 wrong password\r\n' : '221 bye\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const send = smtp({ url: `smtp://user:password@127.0.0.1:${port}`, from: 'soundings@example.org' })
  const mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello' }
  await assert.rejects(send(mail), { code: 'EAUTH', isPermanent: false })
})
