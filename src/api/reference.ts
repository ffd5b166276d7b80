import type { FastifyInstance } from 'fastify'
import type { FramedPage } from '../html/frame.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import { pageSecurityHeaders } from '../transport/security-headers.ts'
import { type Description, readDescription } from './description.ts'
import { referencePage } from './reference-page.ts'
import { referenceText } from './reference-text.ts'

interface Reference {
  readonly page: FramedPage
  /** Markdown. */
  readonly text: string
}

/** The reference at `/docs`, made from the description when it is first asked for: a page, and the same as Markdown. */
export async function publishReference(app: FastifyInstance, baseUrl: string): Promise<void> {
  let made: Reference | undefined
  const reference = () => {
    made ??= make(readDescription(app.swagger(), baseUrl))
    return made
  }
  await answerOtherMethods(app, async routes => {
    routes.get('/docs', { schema: { hide: true } }, async (_, reply) => {
      const { text, policy } = reference().page
      return reply.headers(pageSecurityHeaders(policy)).type('text/html; charset=utf-8').send(text)
    })
    for (const [path, type] of [
      ['/docs.md', 'text/markdown'],
      ['/llms.txt', 'text/plain'],
    ] as const)
      routes.get(path, { schema: { hide: true } }, async (_, reply) =>
        reply.type(`${type}; charset=utf-8`).send(reference().text),
      )
  })
}

function make(description: Description): Reference {
  return { page: referencePage(description), text: referenceText(description) }
}
