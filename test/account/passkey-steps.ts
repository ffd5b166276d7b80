import type { Answer, Service } from '../harness.ts'
import { Authenticator, type Deviation } from './authenticator.ts'
import type { Browser } from './browser.ts'

type Sender = Pick<Browser, 'send'>

/** The options that the service gives to browsers for an authenticator. */
export async function optionsOf(answer: Promise<Answer>) {
  const { body } = await answer
  return (body.options ?? body) as never as Parameters<Authenticator['sign']>[0] & {
    readonly excludeCredentials: readonly { id: string; transports: string[] }[]
    readonly allowCredentials: readonly { id: string }[]
    readonly user: { readonly id: string }
  }
}

export const creationOptions = ({ send }: Sender) => optionsOf(send('POST', '/passkeys/options'))

/** Creates a passkey that the service does not know yet. */
export async function newPasskey({ baseUrl }: Pick<Service, 'baseUrl'>, browser: Sender, deviation: Deviation = {}) {
  const authenticator = new Authenticator(baseUrl)
  return { authenticator, credential: authenticator.register(await creationOptions(browser), deviation) }
}

/** Creates a passkey and adds it to the account. */
export async function addPasskey(
  service: Pick<Service, 'baseUrl'>,
  browser: Sender,
  { name = 'Laptop', deviation }: { name?: string; deviation?: Deviation } = {},
) {
  const { authenticator, credential } = await newPasskey(service, browser, deviation)
  const answer = await browser.send('POST', '/passkeys', { credential, name })
  return { authenticator, answer, id: `${answer.body.id}` }
}
