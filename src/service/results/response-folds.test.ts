import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../domain/values/refusal.ts'
import type { SequencedResponse } from '../../store/responses/stored-response.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import { Cache } from '../cache.ts'
import type { ResponseReader } from '../responses/response-search.ts'
import { RoundRobin } from '../round-robin.ts'
import { type Fold, ResponseFolds } from './response-folds.ts'

class Answers implements Fold {
  readonly bytes = 100
  readonly texts: unknown[] = []
  add(answers: readonly unknown[]): void {
    this.texts.push(...answers)
  }
}

/** A survey with responses in memory that records which ones are read. */
function newSurvey() {
  const rows: SequencedResponse[] = []
  const read: number[] = []
  let last = 0
  const readerOf = ({ lastSequence }: Survey): ResponseReader => ({
    after: async (after, size) => {
      const found = rows.filter(({ sequence }) => sequence > after && sequence <= lastSequence).slice(0, size)
      read.push(...found.map(({ sequence }) => sequence))
      return found
    },
    most: 50,
  })
  return {
    read,
    readerOf,
    add: () =>
      rows.push({ id: `${last}`, submittedAt: '', sequence: ++last, answers: JSON.stringify([`text ${last}`]) }),
    remove: (sequence: number) =>
      rows.splice(
        rows.findIndex(row => row.sequence === sequence),
        1,
      ),
    now: (questions = '[]') => ({ id: 1, questions, lastSequence: last, responseCount: rows.length }) as Survey,
  }
}

test('only responses that arrived since are added; a removal or an edit starts over [compare-bounded]', async () => {
  const survey = newSurvey()
  const folds = new ResponseFolds<Answers>(survey.readerOf, new RoundRobin(), new Cache(1_000_000).part('count'))
  const texts = async (questions?: string) =>
    (await folds.of(survey.now(questions), 'texts', () => new Answers())).texts.length
  for (let n = 0; n < 300; n++) survey.add()
  assert.equal(await texts(), 300)
  survey.read.length = 0
  survey.add()
  assert.equal(await texts(), 301)
  assert.deepEqual(survey.read, [301])
  survey.remove(7)
  assert.equal(await texts(), 300)
  assert.equal(survey.read.includes(1), true)
  survey.read.length = 0
  assert.equal(await texts('[1]'), 300)
  assert.equal(survey.read.includes(1), true)
})

test('concurrent requests for one value add each response once', async () => {
  const survey = newSurvey()
  const folds = new ResponseFolds<Answers>(survey.readerOf, new RoundRobin(), new Cache(1_000_000).part('count'))
  for (let n = 0; n < 200; n++) survey.add()
  const all = Array.from({ length: 5 }, () => folds.of(survey.now(), 'texts', () => new Answers()))
  for (const { texts } of await Promise.all(all)) assert.equal(texts.length, 200)
  assert.equal(survey.read.filter(sequence => sequence === 1).length, 1, 'read more than once')
})

test('a value too large for the cache is computed again', async () => {
  const survey = newSurvey()
  const folds = new ResponseFolds<Answers>(survey.readerOf, new RoundRobin(), new Cache(50).part('count'))
  survey.add()
  for (let n = 0; n < 2; n++) assert.equal((await folds.of(survey.now(), 'texts', () => new Answers())).texts.length, 1)
  assert.deepEqual(survey.read, [1, 1])
})

test('two hundred requests wait, and one more is refused [compare-bounded]', async () => {
  const survey = newSurvey()
  survey.add()
  const folds = new ResponseFolds<Answers>(survey.readerOf, new RoundRobin(), new Cache(1_000_000).part('count'))
  const ask = (name: number) => folds.of(survey.now(), `${name}`, () => new Answers())
  const waiting = Array.from({ length: 200 }, (_, n) => ask(n))
  await assert.rejects(ask(-1), error => error instanceof Refusal && error.refusal === 'unavailable')
  await Promise.all(waiting)
  await ask(-1)
})
