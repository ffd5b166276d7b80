import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseAnswers } from '../responses/submission.ts'
import type { Count } from '../results/count.ts'
import { moveCounts, results, slotsOf } from '../results/tally.ts'
import type { Answer } from '../values/answer.ts'
import { type JsonObject, parseJson } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { editQuestions } from './edit.ts'
import { encodeQuestions, parseQuestions, type Question } from './question.ts'

const CANNOT_FOLLOW = /^cannot follow this reorder: ./
const REMOVED = 'cannot remove a question from a survey that already has responses'
const REORDERED = 'cannot reorder the questions of a survey that already has responses'
const INSERTED =
  'cannot put a new question before an existing one in a survey that already has responses; add it at the end'
const RETYPED = 'cannot change the type of a question in a survey that already has responses'
const OPTION_LOST = 'cannot rename or drop an option in a survey that already has responses'

/** Nothing interprets `tag`: it identifies the question, whatever its position, index and text are by now. */
interface Tagged extends JsonObject {
  readonly tag: string
  readonly type: string
  readonly text: string
  readonly options: readonly string[]
  readonly requirement?: JsonObject & { readonly when: JsonObject & { readonly conditions: readonly Condition[] } }
}

interface Condition extends JsonObject {
  readonly questionIndex: number
  readonly values: readonly string[]
}

/** A list as read, and as sent back: each stored question carries its index. */
interface Edit {
  readonly stored: readonly Tagged[]
  readonly sent: readonly Tagged[]
}

test('with indexes, exactly the allowed edits are accepted, and only indexes in conditions change (property) [edit-moved-rule, edit-moved-rule-broken, edit-answered-precedence, edit-new-and-removed, unknown-properties-any-depth]', () => {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(edits({ gentle: false }), fc.boolean(), ({ stored, sent }, hasResponses) => {
      fc.pre(sent.some(question => question.index !== undefined))
      const reason = (hasResponses ? whatHarmsAnswers(stored, sent) : undefined) ?? brokenRule(stored, sent)
      const outcome = edit(stored, sent, hasResponses)
      seen[reason === undefined ? 'taken' : 'refused']++
      if (reason instanceof RegExp) assert.match(String(outcome), reason)
      else assert.deepEqual(outcome, reason ?? withMovedRules(stored, sent))
    }),
    { numRuns: 1000 },
  )
  assert.ok(seen.taken > 100 && seen.refused > 100, JSON.stringify(seen))
})

test('without indexes, no question moves unnoticed if answers or conditions would change their meaning (property) [edit-by-position, edit-unmarked-reorder, edit-fewer-is-removal]', () => {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(edits({ gentle: false }), fc.boolean(), ({ stored, sent: carried }, hasResponses) => {
      fc.pre(hasResponses || carried.length > 0)
      const sent = carried.map(withoutIndex)
      const outcome = edit(stored, sent, hasResponses)
      const watched = hasResponses || stored.some(question => question.requirement !== undefined)
      seen[typeof outcome === 'string' ? 'refused' : 'taken']++
      if (hasResponses && sent.length < stored.length) assert.equal(outcome, REMOVED)
      else if (watched && isReordered(stored, sent)) assert.match(String(outcome), CANNOT_FOLLOW)
      else if (typeof outcome !== 'string') assert.deepEqual(outcome, sent.map(withIndex))
    }),
    { numRuns: 1000 },
  )
  assert.ok(seen.taken > 100 && seen.refused > 100, JSON.stringify(seen))
})

test('after any accepted edit of an answered list, every answer and every count keeps its meaning (property) [edit-answered-keeps-meaning, edit-answered-add, aggregate-counts-exact]', () => {
  const picks = fc.array(fc.array(fc.nat({ max: 9 }), { minLength: 5, maxLength: 5 }), { maxLength: 12 })
  fc.assert(
    fc.property(edits({ gentle: true }), picks, fc.boolean(), ({ stored, sent }, rows, carries) => {
      const before = parseQuestions(stored)
      const after = editQuestions(before, carries ? sent : sent.map(withoutIndex), new Set(before.keys()))
      const responses = rows.map(row => stored.map((question, at) => answerTo(question, row[at] ?? 0)))
      for (const answers of responses) assertSameMeaning(before, after, answers)
      const counts = fold(before, responses)
      const moved = moveCounts(before, after, counts)
      assert.deepEqual(votes(after, moved), votes(before, counts))
      assert.deepEqual(results(after, moved, []), results(after, fold(after, responses), []))
    }),
    { numRuns: 500 },
  )
})

/**
 * The list that results from an edit, or the reason why it is refused. Also checks that the stored list is unchanged,
 * and that the result is a valid list that is always written in the same way.
 */
function edit(stored: readonly Tagged[], sent: readonly Tagged[], hasResponses: boolean): Tagged[] | string {
  const before = parseQuestions(stored)
  const text = attempt(() => encodeQuestions(editQuestions(before, sent, new Set(hasResponses ? before.keys() : []))))
  assert.deepEqual(before, parseQuestions(stored))
  if (text instanceof Refusal) return text.message
  assert.equal(encodeQuestions(parseQuestions(parseJson(text))), text)
  return JSON.parse(text)
}

function attempt(act: () => string): string | Refusal {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

// What the rules say, by tag

function whatHarmsAnswers(stored: readonly Tagged[], sent: readonly Tagged[]): string | undefined {
  const losesOption = ({ type, options }: Tagged, place: number) =>
    type === 'multiple_choice' && !options.every(option => sent[place]?.options.includes(option))
  if (stored.some(({ tag }) => !sent.some(question => question.tag === tag))) return REMOVED
  const kept = sent.filter(({ tag }) => stored.some(question => question.tag === tag))
  if (kept.some(({ tag }, place) => stored[place]?.tag !== tag)) return REORDERED
  if (stored.some(({ tag }, place) => sent[place]?.tag !== tag)) return INSERTED
  if (stored.some(({ type }, place) => sent[place]?.type !== type)) return RETYPED
  return stored.some(losesOption) ? OPTION_LOST : undefined
}

/** Every rule here is sent as stored; it is broken if its trigger is no longer what it needs. */
function brokenRule(stored: readonly Tagged[], sent: readonly Tagged[]): RegExp | undefined {
  const isBroken = ({ requirement }: Tagged, place: number) =>
    (requirement?.when.conditions ?? []).some(({ questionIndex, values }) => {
      const trigger = sent.slice(0, place).find(({ tag }) => tag === stored[questionIndex]?.tag)
      return trigger?.type !== 'multiple_choice' || !values.every(value => trigger.options.includes(value))
    })
  return sent.some(isBroken) ? /^question \d+: ./ : undefined
}

function withMovedRules(stored: readonly Tagged[], sent: readonly Tagged[]): JsonObject[] {
  const moved = (condition: Condition) => {
    const trigger = stored[condition.questionIndex]?.tag
    return { ...condition, questionIndex: sent.findIndex(({ tag }) => tag === trigger) }
  }
  return sent.map(({ requirement, ...question }, index) => {
    if (requirement === undefined) return { ...question, index }
    const conditions = requirement.when.conditions.map(moved)
    return { ...question, requirement: { ...requirement, when: { ...requirement.when, conditions } }, index }
  })
}

function isReordered(stored: readonly Tagged[], sent: readonly Tagged[]): boolean {
  return stored.some(({ text }, place) => sent[place]?.text !== text && sent.some(question => question.text === text))
}

function withoutIndex({ index, ...question }: Tagged): Tagged {
  return question as Tagged
}

function withIndex(question: Tagged, index: number): Tagged {
  return { ...question, index }
}

// Answers and counts

function answerTo({ type, options }: Tagged, pick: number): Answer {
  if (type === 'multiple_choice') return options[pick] ?? null
  if (type === 'rating') return pick > 0 ? pick : null
  return type === 'free_text' && pick > 4 ? `text ${pick}` : null
}

function assertSameMeaning(before: readonly Question[], after: readonly Question[], answers: readonly Answer[]): void {
  const read = parseAnswers(after, answers)
  assert.equal(read.wellFormed, true)
  assert.deepEqual(read.answers.slice(0, answers.length), answers)
  assert.deepEqual(tags(after).slice(0, before.length), tags(before))
}

function tags(questions: readonly Question[]): unknown[] {
  return questions.map(({ source }) => source.tag)
}

function fold(questions: readonly Question[], responses: readonly (readonly Answer[])[]): Count[] {
  const slots = responses
    .flatMap(answers => slotsOf({ questions, paced: false }, answers))
    .map(({ question, slot }) => [question, slot])
  const counts = Map.groupBy(slots, pair => pair.join())
  return [...counts.values()].map(same => {
    const [question = 0, slot = 0] = same[0] ?? []
    return { question, slot, count: same.length }
  })
}

/** How many people gave which answer to which question, by tag and by the text of the option. */
function votes(questions: readonly Question[], counts: readonly Count[]): string[] {
  const lines = results(questions, counts, []).flatMap(({ answered, tally = [], distribution = [] }, at) => {
    const options = tally.map(({ option, count }) => [option, count] as const)
    const points = distribution.map(({ value, count }) => [String(value), count] as const)
    const given = [['answered', answered] as const, ...options, ...points].filter(([, count]) => count > 0)
    return given.map(([what, count]) => `${tags(questions)[at]}: ${what} ${count}`)
  })
  return lines.toSorted()
}

// Lists and edits

/** @param gentle makes only edits that an answered list allows */
function edits({ gentle }: { gentle: boolean }): fc.Arbitrary<Edit> {
  const seldom = fc.nat({ max: 7 }).map(chance => !gentle && chance === 0)
  const plan = fc.record({
    key: fc.nat({ max: 9 }),
    isDropped: seldom,
    isRetyped: seldom,
    losesOption: seldom,
    isReworded: fc.boolean(),
    isTurned: fc.boolean(),
    moreOptions: fc.subarray(['x', 'y']),
  })
  const plans = fc.array(plan, { minLength: 5, maxLength: 5 })
  const added = fc.array(fc.nat({ max: 9 }), { maxLength: 2 })
  const moves = fc.nat({ max: 2 }).map(chance => !gentle && chance > 0)
  return fc.tuple(lists(), plans, added, moves).map(([stored, [...drawn], keys, isMoved]) => {
    const kept = stored.flatMap((question, at) => {
      const changes = drawn[at]
      if (changes === undefined || changes.isDropped) return []
      return [{ key: isMoved ? changes.key : at, question: changed(question, changes) }]
    })
    const fresh = keys.map((key, at) => ({ key: gentle ? 99 : key, question: newQuestion(at) }))
    const sent = [...kept, ...fresh].toSorted((one, other) => one.key - other.key).map(({ question }) => question)
    return { stored, sent }
  })
}

interface Changes {
  readonly isRetyped: boolean
  readonly losesOption: boolean
  readonly isReworded: boolean
  readonly isTurned: boolean
  readonly moreOptions: readonly string[]
}

function changed(question: Tagged, changes: Changes): Tagged {
  const options = [...changes.moreOptions, ...question.options.slice(changes.losesOption ? 1 : 0)]
  return {
    ...question,
    text: changes.isReworded ? `${question.text}?` : question.text,
    type: changes.isRetyped ? (question.type === 'rating' ? 'multiple_choice' : 'rating') : question.type,
    options: changes.isTurned ? options.toReversed() : options,
  }
}

function newQuestion(at: number): Tagged {
  return { tag: `new ${at}`, type: 'multiple_choice', text: `New ${at}`, options: ['a', 'b', 'c', 'd'] }
}

/** Valid lists as read: half of the questions that can depend on an earlier choice do. */
function lists(): fc.Arbitrary<Tagged[]> {
  const unknown = fc.jsonValue({ maxDepth: 2 }).map(value => parseJson(JSON.stringify(value)))
  const seed = fc.record({
    type: fc.constantFrom('multiple_choice', 'multiple_choice', 'rating', 'free_text', 'upvoted_question'),
    options: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2 }),
    op: fc.constantFrom('all', 'any'),
    picks: fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), { maxLength: 3 }),
    isRuled: fc.boolean(),
    unknown,
  })
  return fc.array(seed, { minLength: 1, maxLength: 5 }).map(seeds => {
    const list: Tagged[] = []
    for (const { type, options, op, picks, isRuled, unknown } of seeds) {
      const index = list.length
      const conditions = isRuled ? conditionsOn(list, picks).map(condition => ({ ...condition, unknown })) : []
      const requirement = { mode: 'conditional', when: { unknown, op, conditions }, unknown }
      const question = { tag: `tag ${index}`, type, text: `Question ${index}`, options, unknown, index }
      list.push({ ...question, ...(conditions.length > 0 && { requirement }) })
    }
    return list
  })
}

function conditionsOn(list: readonly Tagged[], picks: readonly (readonly [number, number])[]): Condition[] {
  const triggers = list.filter(({ type }) => type === 'multiple_choice')
  return picks.flatMap(([pick, option]) => {
    const trigger = triggers[pick % triggers.length]
    if (trigger === undefined) return []
    const value = trigger.options[option % trigger.options.length] ?? ''
    return [{ questionIndex: list.indexOf(trigger), values: [value] }]
  })
}
