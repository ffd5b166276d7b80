import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ATTEMPT_LIMITS } from '../../src/service/access/attempt-limits.ts'

const GUIDE = readFileSync('docs/operating/proxies.md', 'utf8')

test('the guide for proxies has what each person behind an address may do', () => {
  const per = (name: keyof typeof ATTEMPT_LIMITS) => ATTEMPT_LIMITS[name].perPerson
  const { perAccount } = ATTEMPT_LIMITS.password
  assert.equal(perAccount, 10, 'which the guide writes as a word')
  const promised = [
    `${per('sign_up')} sign-ups, ${per('password')} wrong passwords, ${per('passkey')} wrong passkeys, ${per('mail')} mails that are asked for`,
    `${per('authorize')} requests for access by applications, ${per('provider') / 2} sign-ins with a provider`,
    `${per('register_client')} registrations of applications, ${per('token')} uses and ${per('revoke')} revocations of their tokens`,
  ]
  for (const words of promised) assert.ok(GUIDE.includes(words), words)
})
