import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { isUuid } from '../domain/values/text.ts'
import { Keys } from './keys.ts'

const KEY = '7d444840-9dc0-41d1-b245-5ffdce74fad2'
const keys = new Keys('one secret of an installation here')
const others = new Keys('another secret of an installation')

test('the same parts give a different value for each purpose [key-labels-distinct]', () => {
  const [surveyId, answers] = [17, '["yes"]']
  const values = [
    keys.adminToken(`${surveyId}`, `${KEY}\0${answers}`),
    keys.responseId(surveyId, KEY, answers),
    keys.vote(surveyId, KEY, answers),
    keys.linkToken('projector', KEY),
    keys.linkToken('remote', KEY),
    ...Object.values(keys.providerSecrets(`${surveyId}`)),
    keys.seal(`${surveyId}`),
    keys.challengeProof([`${surveyId}`, KEY, answers]),
    keys.check,
  ]
  assert.equal(new Set(values).size, values.length)
})

test('a view token contains its nonce; malformed text yields a nonce that no survey has [projector-missing]', () => {
  const token = keys.linkToken('projector', KEY)
  assert.equal(keys.linkNonce(token), KEY)
  assert.notEqual(token, others.linkToken('projector', KEY))
  for (const text of ['', token.slice(1), `${token}0`, token.toUpperCase(), `${token.slice(1)}\0`, `${token}\n`, KEY])
    assert.equal(keys.linkNonce(text), '')
})

test('a link opens its own part of a survey and no other [remote-only-its-own]', () => {
  const links = ['projector', 'remote'] as const
  for (const link of links)
    assert.deepEqual(
      links.map(other => keys.isLinkToken(other, keys.linkToken(link, KEY), KEY)),
      links.map(other => other === link),
    )
})

test('an id depends on the secret and contains neither the key nor a plain hash of the parts [response-id-hides-key]', () => {
  const id = keys.responseId(17, KEY, '["Yes"]')
  assert.ok(isUuid(id))
  assert.notEqual(id, others.responseId(17, KEY, '["Yes"]'))
  const bare = createHash('sha256').update(`17\0${KEY}\0["Yes"]`).digest('hex')
  assert.notEqual(id.replaceAll('-', '').slice(0, 12), bare.slice(0, 12))
  assert.ok(KEY.split('-').every(part => !id.includes(part)))
})

test('the same submission always has the same id; a different survey, key or answers give another', () => {
  const id = keys.responseId(17, KEY, '["Yes"]')
  assert.equal(keys.responseId(17, KEY.toUpperCase(), '["Yes"]'), id)
  const different = [
    keys.responseId(18, KEY, '["Yes"]'),
    keys.responseId(17, KEY.replace('7', '8'), '["Yes"]'),
    keys.responseId(17, KEY, '["No"]'),
  ]
  assert.ok(different.every(other => other !== id))
})

test('an id never changes, so that a submission is recognised after an update of the server', () => {
  assert.equal(keys.responseId(17, KEY, '["Yes"]'), '27efacdd-9fd5-484b-8092-3304ccb120a5')
})

describe('the stored hash of a vote [vote-unlinkable]', () => {
  const [item, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const known = keys.vote(17, item, KEY)

  test('is the same for a voter and item, whatever the letter case, and differs for every other item, voter and survey', () => {
    assert.equal(keys.vote(17, item, KEY.toUpperCase()), known)
    const different = [
      keys.vote(17, other, KEY),
      keys.vote(18, item, KEY),
      keys.vote(17, item, KEY.replace('7', '8')),
      others.vote(17, item, KEY),
    ]
    assert.equal(new Set([known, ...different]).size, 5)
  })

  test('contains neither the voter nor a plain hash of the parts', () => {
    assert.ok(KEY.split('-').every(part => !known.includes(part)))
    const bare = createHash('sha256').update(`17\0${item}\0${KEY}`).digest('hex')
    assert.notEqual(known.replaceAll('-', '').slice(0, 12), bare.slice(0, 12))
  })
})
