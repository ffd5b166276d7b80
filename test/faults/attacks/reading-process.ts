// Reads a page again and again, each reader on a connection: base URL, path, cookie and number of readers are arguments.
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

const [baseUrl = '', path = '', cookie = '', count] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })

for (let reader = 0; reader < Number(count); reader++) readAgain()

async function readAgain(): Promise<void> {
  for (;;) {
    const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const [response] = (await once(get(new URL(path, baseUrl), { agent, headers }), 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
    response.resume()
    await once(response, 'end')
  }
}
