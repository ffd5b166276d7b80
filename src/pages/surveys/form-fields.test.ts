import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editQuestions } from '../../domain/surveys/edit.ts'
import { parseQuestions, type Question } from '../../domain/surveys/question.ts'
import { questionNames } from '../../domain/surveys/question-names.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isOutdatedForm, QUESTIONS_FIELD, SET_ASIDE_FIELD, stillTyped, type Typed } from './form-fields.ts'

const question = (type: string, text: string, options: readonly string[] = []) => ({ type, text, options })
const free = (text: string) => question('free_text', text)
const choice = (text: string, ...options: string[]) => question('multiple_choice', text, options)

const parse = (list: readonly object[]) => parseQuestions(list as readonly JsonObject[])
const formOf = (questions: readonly Question[], typed: Record<string, string>): Typed =>
  new Map([[QUESTIONS_FIELD, questionNames(questions)], ...Object.entries(typed)])

/** What an edit leaves of typed fields. */
function after(before: readonly object[], now: readonly object[], typed: Record<string, string>, isFixed: boolean) {
  const { [QUESTIONS_FIELD]: _, ...kept } = Object.fromEntries(
    stillTyped(parse(now), formOf(parse(before), typed), isFixed),
  )
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== ''))
}

const TYPED = { q0: 'first', q1: 'second', q2: '1' }
const BEFORE = [free('Why?'), free('How?'), choice('Which?', 'chat', 'cat', 'dog')]

test('a letter that is corrected loses nothing, with and without responses [form-outdated]', () => {
  const now = [free('Why not?'), free('How?'), choice('Which one?', 'chat', 'cat', 'dog')]
  for (const isFixed of [false, true]) assert.deepEqual(after(BEFORE, now, TYPED, isFixed), TYPED)
})

test('of two questions of one text, each keeps its own answer', () => {
  const [before, now] = [
    [free('Why?'), free('Why?')],
    [free('Why not?'), free('Why?')],
  ]
  for (const isFixed of [false, true])
    assert.deepEqual(after(before, now, { q0: 'a', q1: 'b' }, isFixed), { q0: 'a', q1: 'b' })
})

test('a choice is kept while the options are the same up to it', () => {
  const now = (...options: string[]) => [...BEFORE.slice(0, 2), choice('Which?', ...options)]
  assert.equal(after(BEFORE, now('chat', 'cat', 'dog', 'cow'), TYPED, true).q2, '1')
  assert.equal(after(BEFORE, now('cow', 'chat', 'cat', 'dog'), TYPED, true).q2, undefined)
  assert.equal(after(BEFORE, now('chat', 'dog', 'cat'), TYPED, true).q2, undefined)
})

test('before there are responses, questions that move take their answers along; later, what looks like a move is set aside', () => {
  const moved = [free('New'), free('Why?'), free('How?')]
  assert.deepEqual(after(BEFORE, moved, TYPED, false), { q1: 'first', q2: 'second' })
  assert.deepEqual(after(BEFORE, moved, TYPED, true), { [SET_ASIDE_FIELD]: 'first\n\nsecond' })
})

test('what has been set aside stays, and more is added', () => {
  const typed = { ...TYPED, [SET_ASIDE_FIELD]: 'earlier' }
  assert.deepEqual(after(BEFORE, [free('Why?')], typed, false), { q0: 'first', [SET_ASIDE_FIELD]: 'earlier\n\nsecond' })
})

/** Few texts and options, so that questions are often alike. */
const questions = fc.array(
  fc.oneof(
    fc.constantFrom('A?', 'B?', 'C?').map(free),
    fc.constantFrom('A?', 'B?').map(text => question('rating', text)),
    fc
      .tuple(fc.constantFrom('A?', 'B?'), fc.shuffledSubarray(['x', 'y', 'z'], { minLength: 1 }))
      .map(([text, options]) => choice(text, ...options)),
  ),
  { minLength: 1, maxLength: 5 },
)

test('after any allowed edit, what was typed is at its question or set aside, and each choice is the same option (property)', () => {
  const seen = { kept: 0, aside: 0, choices: 0 }
  fc.assert(
    fc.property(questions, questions, fc.boolean(), fc.boolean(), (stored, sent, isFixed, carriesIndex) => {
      const before = parse(stored)
      const list = carriesIndex ? sent.map((one, index) => (index < stored.length ? { ...one, index } : one)) : sent
      const now = editIfAllowed(before, list, isFixed)
      fc.pre(now !== undefined)
      const typed = Object.fromEntries(before.map((one, at) => [`q${at}`, valueFor(one, at)]))
      const form = formOf(before, typed)
      const kept = isOutdatedForm(now, form) ? stillTyped(now, form, isFixed) : form
      const aside = (kept.get(SET_ASIDE_FIELD) ?? '').split('\n\n')
      for (const [at, { type }] of before.entries()) {
        const value = `${typed[`q${at}`]}`
        if (type === 'free_text') {
          const place = now.findIndex((_, place) => kept.get(`q${place}`) === value)
          seen[place >= 0 ? 'kept' : 'aside']++
          if (place < 0) assert.ok(aside.includes(value), `${value} is lost`)
          else if (place !== at) {
            // Of several that are the same, all move, or those that are not at their place.
            const movesWithAll = sameAs(now, before[at]) === sameAs(before, before[at])
            assert.ok(!isFixed && isSame(now[place], before[at]), `${value} has moved`)
            assert.ok(movesWithAll || !isSame(now[at], before[at]), `${value} has left its place`)
          } else assert.equal(now[place]?.type, type)
        }
      }
      for (const [place, one] of now.entries()) {
        const value = kept.get(`q${place}`)
        if (one.type !== 'multiple_choice' || value === undefined) continue
        seen.choices++
        const sources = before.filter(
          (other, at) => other.type === one.type && (at === place || other.text === one.text),
        )
        assert.ok(sources.some(other => optionsOf(other).at(-1) === optionsOf(one)[Number(value)]))
      }
    }),
    { numRuns: 2000 },
  )
  assert.ok(Math.min(...Object.values(seen)) > 100, JSON.stringify(seen))
})

/** Texts differ from question to question; the last option is chosen. */
function valueFor({ type, options }: Question, at: number): string {
  if (type === 'multiple_choice') return String(options.size - 1)
  return type === 'rating' ? '7' : `typed ${at}`
}

function optionsOf({ options }: Question): string[] {
  return [...options.keys()]
}

/** How many questions are the same as this one. */
function sameAs(list: readonly Question[], one: Question | undefined): number {
  return list.filter(other => isSame(other, one)).length
}

function isSame(a: Question | undefined, b: Question | undefined): boolean {
  return a?.type === b?.type && a?.text === b?.text
}

function editIfAllowed(before: readonly Question[], list: readonly object[], hasResponses: boolean) {
  const answered = new Set(hasResponses ? before.keys() : [])
  try {
    return editQuestions(before, list as readonly JsonObject[], answered)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
