import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestions } from '../../surveys/question.ts'
import { afterEnd, afterStep, type Presentation, type Step } from '../presentation.ts'
import { presentedAt, recordAfterEnd, recordAfterStep, type SessionRecord } from './session-record.ts'

const MINUTE = 60_000
const QUESTIONS = parseQuestions([
  { type: 'free_text', text: 'Why?' },
  { type: 'rating', text: 'How was it?' },
])

/** A room that is conducted minute by minute, from half past the hundredth. */
class Room {
  presentation: Presentation | null = null
  record: SessionRecord | null = null

  step(minute: number, step: Step, questions = QUESTIONS): this {
    const now = (100.5 + minute) * MINUTE
    const survey = { questions, groups: [], paced: false, questionSettings: [], revealedAtOnce: false }
    this.record = recordAfterStep(this.record, this.presentation, step, survey, now)
    this.presentation = afterStep(this.presentation, step, survey, now)
    return this
  }

  end(minute: number): this {
    const now = (100.5 + minute) * MINUTE
    this.record = recordAfterEnd(this.record, this.presentation, now)
    this.presentation = afterEnd(this.presentation)
    return this
  }
}

const first = (shown: number, revealed: number | null) => ({ index: 0, text: 'Why?', shown, revealed })

test('a question has the minute in which it was first shown, and that in which it was last revealed', () => {
  const room = new Room().step(0, { screen: '' }).step(1, { screen: '1' }).step(3, { screen: '1', revealed: true })
  assert.deepEqual(room.record, { began: 100, ended: 103, questions: [first(101, 103)] })
  room.step(4, { screen: '2' }).step(5, { screen: '1.2', revealed: false }).step(6, { screen: '1', revealed: true })
  const second = { index: 1, text: 'How was it?', shown: 104, revealed: null }
  assert.deepEqual(room.record, { began: 100, ended: 106, questions: [second, first(101, 106)] })
})

test('the record stays after the end, and begins anew with the next session', () => {
  const room = new Room().step(0, { screen: '1' }).end(9)
  assert.deepEqual(room.record, { began: 100, ended: 109, questions: [first(100, null)] })
  room.end(12)
  assert.equal(room.record?.ended, 109)
  room.step(20, { screen: '' })
  assert.deepEqual(room.record, { began: 120, ended: 120, questions: [] })
})

test('a session that nobody has ended was over with its last step', () => {
  const room = new Room().step(0, { screen: '1' }).end(12 * 60)
  assert.equal(room.record?.ended, 100)
  room.step(12 * 60 + 1, { screen: '1' })
  assert.equal(room.record?.began, 100 + 12 * 60 + 1)
})

test('nothing was shown of a question that has another text', () => {
  const edited = parseQuestions([{ type: 'free_text', text: 'Why not?' }])
  const room = new Room().step(0, { screen: '1', revealed: true })
  assert.equal(presentedAt(room.record, 0, 'Why not?'), undefined)
  assert.deepEqual(presentedAt(room.record, 0, 'Why?'), first(100, 100))
  room.step(2, { screen: '1' }, edited)
  assert.deepEqual(room.record?.questions, [{ index: 0, text: 'Why not?', shown: 102, revealed: null }])
})
