import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../values/refusal.ts'
import { parseFileSession, sessionMember } from './file-session.ts'

const QUESTIONS = [{ text: 'Which?' }, { text: 'How?' }]
const BEGAN = 29_000_000
const SHOWN = { index: 0, text: 'Which?', shown: BEGAN, revealed: BEGAN + 2 }
const SESSION = { began: BEGAN, ended: BEGAN + 9, questions: [SHOWN] }

test('the times of a session come back as they were exported [record-kept]', () => {
  assert.deepEqual(sessionMember(parseFileSession(QUESTIONS, SESSION) ?? SESSION), SESSION)
  for (const none of [undefined, null]) assert.equal(parseFileSession(QUESTIONS, none), null)
})

test('questions that were reworded or removed since have no times [record-kept]', () => {
  const changed = [SHOWN, { ...SHOWN, index: 1 }, { ...SHOWN, index: 7 }]
  assert.deepEqual(parseFileSession(QUESTIONS, { ...SESSION, questions: changed })?.questions, [SHOWN])
})

test('what no export has is refused [record-kept]', () => {
  const wrong = [
    [],
    { ...SESSION, began: 'then' },
    { ...SESSION, ended: 1 },
    { ...SESSION, questions: {} },
    { ...SESSION, questions: [null] },
    { ...SESSION, questions: [SHOWN, SHOWN] },
    { ...SESSION, questions: [{ ...SHOWN, index: -1 }] },
    { ...SESSION, questions: [{ ...SHOWN, shown: 0.5 }] },
  ]
  for (const one of wrong)
    assert.throws(
      () => parseFileSession(QUESTIONS, one),
      refusal => refusal instanceof Refusal,
      JSON.stringify(one),
    )
})
