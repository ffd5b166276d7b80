import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Only waiting for something that never comes takes this long. */
const WAIT_MS = 30_000

/** A mail as the server received it. */
interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail server on loopback that delivers nothing. */
export interface MailServer {
  readonly url: string
  /** Everything that it has accepted. */
  readonly mails: readonly ReceivedMail[]
  /** The reply to a mail from now on; 250 accepts. */
  status: number
  /** The reply to a recipient from now on. */
  recipientReply: string
  /** The next mail to an address that has not been returned yet. */
  next(to: string): Promise<ReceivedMail>
  close(): void
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const returned = new Set<ReceivedMail>()
  const sockets = new Set<Socket>()
  const listener = createServer(socket => {
    sockets.add(socket)
    receive(socket, {
      recipientReply: () => server.recipientReply,
      accept: mail => {
        if (server.status === 250) mails.push(mail)
        return server.status
      },
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const server: MailServer = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mails,
    status: 250,
    recipientReply: '250 ok',
    async next(to) {
      const deadline = performance.now() + WAIT_MS
      for (;;) {
        if (performance.now() > deadline) throw new Error(`no mail to ${to}`)
        const mail = mails.find(one => one.to === to && !returned.has(one))
        if (mail !== undefined) return returned.add(mail) && mail
        await delay(5)
      }
    },
    close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
  return server
}

interface Replies {
  recipientReply(): string
  /** @returns the status of a mail */
  accept(mail: ReceivedMail): number
}

/** Speaks as much SMTP as a client without authentication needs. */
function receive(socket: Socket, { recipientReply, accept }: Replies): void {
  let [input, from, to, isContent] = ['', '', '', false]
  const reply = (line: string) => void socket.write(`${line}\r\n`)
  reply('220 mail.example.org')
  socket.setEncoding('utf8').on('error', () => undefined)
  socket.on('data', chunk => {
    input += chunk
    for (;;) {
      const end = input.indexOf(isContent ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const text = input.slice(0, end)
      input = input.slice(end + (isContent ? 5 : 2))
      if (isContent) {
        // A dot is prepended to every line that begins with one (RFC 5321, 4.5.2).
        reply(`${accept(parse(text.replaceAll(/^\./gm, ''), from, to))} done`)
        isContent = false
        continue
      }
      if (/^mail from:/i.test(text)) from = /<(.*?)>/.exec(text)?.[1] ?? ''
      const isRecipient = /^rcpt to:/i.test(text)
      if (isRecipient) to = /<(.*?)>/.exec(text)?.[1] ?? ''
      isContent = /^data/i.test(text)
      reply(isContent ? '354 go on' : isRecipient ? recipientReply() : '250 ok')
    }
  })
}

/** A mail with two alternatives, plain text and then HTML: clients show the last one they support. */
function parse(source: string, from: string, to: string): ReceivedMail {
  const { head, body } = split(source)
  const boundary = /^content-type: multipart\/alternative;\s+boundary="(.+)"/im.exec(head)?.[1]
  if (boundary === undefined) throw new Error(`not two parts: ${head}`)
  const [, text = '', html = '', ...rest] = body.split(`--${boundary}`)
  if (rest.length !== 1) throw new Error(`not two parts: ${body}`)
  const subject = /^subject: (.*)$/im.exec(head)?.[1] ?? ''
  return { from, to, subject, text: contentOf(text, 'text/plain'), html: contentOf(html, 'text/html') }
}

function contentOf(part: string, type: string): string {
  const { head, body } = split(part.replace(/^\r\n/, '').replace(/\r\n$/, ''))
  if (!new RegExp(`^content-type: ${type}; charset=utf-8`, 'im').test(head)) throw new Error(`not ${type}: ${head}`)
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head)
  return (isQuoted ? unquote(body.replaceAll('=\r\n', '')) : body).replaceAll('\r\n', '\n')
}

function split(source: string): { head: string; body: string } {
  const at = source.indexOf('\r\n\r\n')
  return { head: source.slice(0, at).replaceAll(/\r\n[ \t]+/g, ' '), body: source.slice(at + 4) }
}

function unquote(text: string): string {
  return decodeURIComponent(text.replaceAll('%', '%25').replaceAll(/=([0-9A-F]{2})/g, '%$1'))
}
