import { randomUUID } from 'node:crypto'
import type { Requests } from './load.ts'

/** What a lecture might ask: five choices, three ratings and two texts. */
export const QUESTIONS = [
  choice('How did you hear about this lecture?', ['From a colleague', 'From the programme', 'By mail', 'By chance']),
  choice('Where do you follow it?', ['In the hall', 'From home', 'From another campus', 'Later, as a recording']),
  choice('What brought you here?', ['The topic itself', 'The speaker', 'It is part of my course', 'The coffee']),
  choice('How much of it was new to you?', ['Nearly everything', 'About a half of it', 'A little', 'Nothing at all']),
  choice('Would you come again?', ['Yes, to any of them', 'Yes, to this topic', 'I have not decided', 'No']),
  { type: 'rating', text: 'How clear was the speaker?' },
  { type: 'rating', text: 'How useful is it for your own work?' },
  { type: 'rating', text: 'How well could you follow the pace?' },
  { type: 'free_text', text: 'What will you take home?' },
  { type: 'free_text', text: 'What should be different next time?' },
]

/** One person’s answers, about 330 bytes with id and time; the same number always gives the same answers. */
export function answersOf(person: number): (string | number)[] {
  const answers = QUESTIONS.map((question, place) => {
    if ('options' in question) return question.options[(person + place) % question.options.length] ?? ''
    return ((person + place) % 10) + 1
  })
  const lesson = `That the queue grows long before the server is busy, as we saw in example ${person % 10_000}.`
  const wish = 'A break after the first hour, and the slides a day ahead so that notes can be made on them.'
  return [...answers.slice(0, 8), lesson, wish]
}

/** One sender’s submissions, each with its own key, so that each is a new response. */
export function submissions(slug: string, sender: number): Requests {
  const key = randomUUID()
  const body = JSON.stringify({ key, answers: answersOf(sender) })
  const head = [`POST /s/${slug}/responses HTTP/1.1`, 'Host: bench', 'Content-Type: application/json']
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  const request = Buffer.from([...head, length, '', body].join('\r\n'))
  const keyAt = request.indexOf(key)
  let sent = 0
  return () => {
    // The first eight digits of the key are a counter; the others identify the sender.
    request.write((sent++).toString(16).padStart(8, '0'), keyAt, 'latin1')
    return request
  }
}

/** Reads of one path, rotating through the tokens so that none runs out of calls. */
export function reads(path: string, tokens: readonly string[]): Requests {
  const requests = tokens.map(token =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )
  let sent = 0
  return () => requests[sent++ % requests.length] ?? Buffer.alloc(0)
}

function choice(text: string, options: readonly string[]) {
  return { type: 'multiple_choice', text, options }
}
