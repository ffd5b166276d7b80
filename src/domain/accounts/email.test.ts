import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../values/refusal.ts'
import { parseEmail } from './email.ts'

const ACCEPTED: [input: string, email: string][] = [
  ['ada@example.org', 'ada@example.org'],
  ['  Ada@Example.ORG ', 'ada@example.org'],
  ["o'neil+soundings@mail.example.org", "o'neil+soundings@mail.example.org"],
  ['root@localhost', 'root@localhost'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  // The first letter of the domain is Cyrillic.
  ['ada@\u0435xample.org', 'ada@xn--xample-2of.org'],
  ['ada@example。org', 'ada@example.org'],
]

const REFUSED = [
  '',
  'ada',
  '@example.org',
  'ada@',
  'ada@@example.org',
  'a da@example.org',
  'ada\u001b[2J@example.org',
  'ada\u009b2J@example.org',
  'ada\n@example.org',
  'ada\u200b@example.org',
  'ada\u202egro@example.org',
  'ada@exam\u200bple.org',
  'ada@exam\u00adple.org',
  'ada@exam\u2066ple.org',
  'ad\u0430@example.org',
  '\uff41da@example.org',
  '.ada@example.org',
  'ada.@example.org',
  'ad..a@example.org',
  '"ada"@example.org',
  'ada@example..org',
  'ada@-example.org',
  'ada@exa_mple.org',
  'ada@example.org/x',
  'ada@example.org:25',
  'ada@user:password',
  'ada@exa%6dple.org',
  'ada@127.1',
  'ada@[::1]',
  `${'a'.repeat(65)}@example.org`,
  `ada@${'a.'.repeat(125)}example`,
]

describe('an e-mail address', () => {
  for (const [input, email] of ACCEPTED)
    test(`${JSON.stringify(input)} is ${email}`, () => assert.equal(parseEmail(input), email))

  for (const input of REFUSED)
    test(`${JSON.stringify(input)} is refused`, () => assert.throws(() => parseEmail(input), refusal('invalid_email')))
})

function refusal(code: string) {
  return (error: unknown) => error instanceof Refusal && error.refusal === code
}
