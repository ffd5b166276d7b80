import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editQuestions } from '../../surveys/edit.ts'
import { indexedQuestions, parseQuestions, type Question } from '../../surveys/question.ts'
import type { JsonObject } from '../../values/json.ts'
import { askedOf, type EditedQuestion, editedQuestions, questionsAsked } from './asked.ts'
import { afterEdit, afterRemoval, NO_EDITS } from './edit-history.ts'

/** A stored response, and the questions that it was asked. */
interface Asked {
  readonly sequence: number
  readonly questions: readonly Question[]
}

/** A step of the life of a survey; numbers choose among what there is. */
type Step = readonly [kind: 'respond' | 'remove' | 'add' | 'board' | 'option' | 'reword' | 'reorder', choice: number]

const KINDS = ['respond', 'remove', 'add', 'board', 'option', 'reword', 'reorder'] as const
const OFTEN = ['respond', 'respond', 'respond'] as const
const step = fc.tuple(fc.constantFrom(...OFTEN, ...KINDS), fc.nat({ max: 99 }))
const steps = fc.array(step, { size: 'max', maxLength: 40 })

const BEGINNING: readonly JsonObject[] = [
  { type: 'multiple_choice', text: 'Which?', options: ['a', 'b'] },
  { type: 'rating', text: 'How?' },
  { type: 'upvoted_question', text: 'Ask' },
]

/** A survey that remembers with each response what it was asked. */
class Life {
  questions = parseQuestions(BEGINNING) as readonly Question[]
  history = NO_EDITS
  stored: Asked[] = []
  sequence = 0
  #names = 0

  take([kind, choice]: Step): void {
    if (kind === 'respond') this.stored.push({ sequence: ++this.sequence, questions: this.questions })
    else if (kind === 'remove') this.#remove(choice)
    else this.#edit(this.#sent(kind, choice))
  }

  #remove(choice: number): void {
    const [removed] = this.stored.splice(choice % Math.max(1, this.stored.length), 1)
    if (removed !== undefined) this.history = afterRemoval(this.history, removed.sequence)
  }

  #edit(sent: readonly JsonObject[]): void {
    const answered = this.stored.length > 0 ? this.questions.keys() : []
    const after = editQuestions(this.questions, sent, new Set(answered))
    const counts = { responseCount: this.stored.length, lastSequence: this.sequence }
    this.history = afterEdit(this.history, this.questions, after, counts)
    this.questions = parseQuestions(indexedQuestions(after))
  }

  #sent(kind: Step[0], choice: number): JsonObject[] {
    const list = indexedQuestions(this.questions)
    const name = `${++this.#names}`
    const choices = list.filter(({ type }) => type === 'multiple_choice')
    const chosen = Number(choices[choice % choices.length]?.index)
    const options = list[chosen]?.options as readonly string[]
    const changed = (index: number, more: JsonObject) => list.with(index, { ...list[index], ...more })
    if (kind === 'add') return [...list, { type: 'multiple_choice', text: name, options: ['a', 'b'] }]
    if (kind === 'board') return [...list, { type: 'upvoted_question', text: name }]
    if (kind === 'option')
      return changed(chosen, { options: options.toSpliced(choice % (options.length + 1), 0, name) })
    if (kind === 'reorder') return changed(chosen, { options: options.toReversed() })
    return changed(choice % list.length, { text: name })
  }
}

test('whatever is edited, a question and an option were asked of exactly the responses that saw them (property) [results-asked]', () => {
  let edits = 0
  fc.assert(
    fc.property(steps, taken => {
      const life = new Life()
      for (const step of taken) life.take(step)
      const edited = editedQuestions(life.history, life.stored.length)
      edits += edited.length
      assert.deepEqual(edited, expectedOf(life.questions, life.stored))
      const columns = [...life.questions.keys()].filter(index => life.questions[index]?.type !== 'upvoted_question')
      const askedAt = questionsAsked(life.history, columns)
      for (const { sequence, questions } of life.stored)
        assert.equal(askedAt(sequence), columns.filter(index => index < questions.length).length)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(edits > 2_000, `${edits} edits`)
})

test('a history counts what is stored since, not what was stored then', () => {
  const before = parseQuestions(BEGINNING)
  const after = parseQuestions([...BEGINNING, { type: 'rating', text: 'More?' }])
  const history = afterEdit(NO_EDITS, before, after, { responseCount: 10, lastSequence: 12 })
  assert.equal(askedOf(editedQuestions(history, 14), 3, 14), 4)
  assert.equal(askedOf(editedQuestions(history, 14), 0, 14), 14)
  assert.equal(askedOf(editedQuestions(afterRemoval(history, 12), 13), 3, 13), 4)
  assert.equal(askedOf(editedQuestions(afterRemoval(history, 13), 13), 3, 13), 3)
})

test('nothing was asked of fewer than no response, also if responses were removed without a record', () => {
  const edit = { sequence: 5, responses: 5, questions: [2], options: [], reworded: [] }
  const later = { ...edit, sequence: 6, responses: 4, questions: [3] }
  const asked = (stored: number) => editedQuestions([edit, later], stored).map(one => [one.asked, one.added_after])
  assert.deepEqual(asked(3), Array(2).fill([0, 3]))
  assert.deepEqual(asked(6), Array(2).fill([2, 4]))
  assert.deepEqual(asked(0), [])
})

test('a history names each rewording once, the last, so that it is no longer than the questions', () => {
  const worded = (text: string) => parseQuestions([{ type: 'rating', text }])
  const first = afterEdit(NO_EDITS, worded('1'), worded('2'), { responseCount: 1, lastSequence: 1 })
  assert.deepEqual(first, [{ sequence: 1, responses: 1, questions: [], options: [], reworded: [0] }])
  const second = afterEdit(first, worded('2'), worded('3'), { responseCount: 2, lastSequence: 2 })
  assert.deepEqual(second, [{ sequence: 2, responses: 2, questions: [], options: [], reworded: [0] }])
  assert.deepEqual(afterEdit(second, worded('3'), worded('4'), { responseCount: 2, lastSequence: 2 }), second)
  assert.deepEqual(afterEdit(second, worded('3'), worded('4'), { responseCount: 0, lastSequence: 2 }), NO_EDITS)
})

test('what nobody sees is no rewording: another form of the same letters, and white space', () => {
  const worded = (text: string) => parseQuestions([{ type: 'rating', text }])
  const edit = (before: string, after: string) =>
    afterEdit(NO_EDITS, worded(before), worded(after), { responseCount: 1, lastSequence: 1 }).length
  const text = 'Wie war das Café?'
  for (const same of [
    `${text} `,
    ` ${text}`,
    text.normalize('NFD'),
    text.replaceAll(' ', '\u00a0'),
    text.replace(' ', '\n'),
  ])
    assert.deepEqual([edit(text, same), edit(same, text)], [0, 0], JSON.stringify(same))
  for (const other of [`${text}?`, text.toUpperCase(), 'Wie war das Cafe?', 'Wiewar das Café?'])
    assert.equal(edit(text, other), 1, other)
})

/** The same, computed from what each response was asked. */
function expectedOf(questions: readonly Question[], stored: readonly Asked[]): EditedQuestion[] {
  return questions.flatMap((question, index) => {
    if (question.type === 'upvoted_question') return []
    const without = (is: (one: Question) => boolean) =>
      stored.filter(({ questions: seen }) => seen[index] === undefined || !is(seen[index])).length
    const added_after = without(() => true)
    const since = (added: number) => ({ asked: stored.length - added, added_after: added })
    const options = [...question.options].flatMap(([option, position]) => {
      const added = without(seen => seen.options.has(option))
      return added > added_after ? [{ position, ...since(added) }] : []
    })
    const otherwise = stored.findLastIndex(({ questions: seen }) => (seen[index] ?? question).text !== question.text)
    const reworded_after = otherwise + 1
    const isEdited = added_after > 0 || reworded_after > 0 || options.length > 0
    return isEdited ? [{ index, ...since(added_after), reworded_after, options }] : []
  })
}
