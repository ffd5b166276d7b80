import { until } from '../until.ts'
import type { Server } from './server.ts'

/** Follows a stream of events, as a page does that stays open, until its server ends. */
export class Screen {
  /** The data of the last event of each name. */
  readonly #latest = new Map<string, Record<string, unknown>>()

  /** @param path of the stream */
  static async open({ baseUrl }: Pick<Server, 'baseUrl'>, path: string, token?: string): Promise<Screen> {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const { status, body } = await fetch(baseUrl + path, { headers })
    if (status !== 200 || body === null) throw new Error(`${path}: ${status}`)
    const screen = new Screen()
    // The end of the server ends the stream with an error.
    screen.#follow(body).catch(() => undefined)
    return screen
  }

  /** Resolves when the last event of a name, which may have come before, has this data. */
  shows(event: string, isIt: (data: Record<string, unknown>) => boolean): Promise<void> {
    return until(() => {
      const data = this.#latest.get(event)
      return data !== undefined && isIt(data)
    })
  }

  async #follow(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = ''
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, name = '', data = ''] = /^event: (.*)\n(?:.*\n)?data: (.*)$/m.exec(event) ?? []
        if (name !== '') this.#latest.set(name, JSON.parse(data))
      }
    }
  }
}
