import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { NO_EDITS } from '../domain/results/edit-history/edit-history.ts'
import { NO_PROJECTED_TEXTS } from '../domain/results/texts/projected-texts.ts'
import type { QuestionsText } from '../domain/surveys/question.ts'
import type { Response } from '../service/responses/received-responses.ts'
import type { Survey } from '../service/surveys/surveys.ts'
import { SurveySerializer, serializeTemplates } from './serialize.ts'

const SURVEY: Survey = {
  id: 1,
  accountId: 'a',
  slug: 'tea-or-coffee',
  title: 'Tea or coffee',
  status: 'open',
  expiresAt: null,
  opensAt: null,
  expiryAutomatic: false,
  archived: false,
  shareResults: 'never',
  resultsRevealed: false,
  responseLimit: null,
  sharedDevice: false,
  shareRecord: false,
  paced: false,
  revealedAtOnce: false,
  questionSettings: [],
  texts: {},
  groups: [],
  dissolvedGroups: 0,
  language: null,
  suspended: false,
  theme: 'default',
  boardRevision: 0,
  revision: 1,
  responseCount: 0,
  lastSequence: 0,
  createdAt: '2026-06-01T12:00:00.000Z',
  viewNonce: null,
  remoteNonce: null,
  projectedTexts: NO_PROJECTED_TEXTS,
  editHistory: NO_EDITS,
  adminNonce: 'nonce',
  questions:
    '[{"type":"free_text","text":"Why?","index":0},{"type":"rating","text":"How?","index":1}]' as QuestionsText,
}

const response = (answers: string): Response => ({ sequence: 1, id: 'i', submittedAt: SURVEY.createdAt, answers })
const serializer = new SurveySerializer('http://localhost:3000')

test('a page of responses is read only after the previous one was consumed [read-full-streams]', async () => {
  let read = 0
  async function* pages() {
    for (; read < 1_000; read++) yield [response('["x",1]')]
  }
  let taken = 0
  for await (const text of serializer.detail(SURVEY, pages(), 0)) {
    assert.ok(read <= taken, `${read} pages were read when ${taken} texts had been taken`)
    taken++
    assert.ok(text.length < 1_000)
  }
  assert.equal(taken, 1_003)
})

test('answers are padded to the length of the list, and not parsed beyond that', async () => {
  async function* pages() {
    yield [response('["x"]'), response('["x",1]'), response('not looked into')]
  }
  const text = (await Array.fromAsync(serializer.detail(SURVEY, pages(), 0))).join('')
  assert.match(text, /"answers":\["x",null\]\}.*"answers":\["x",1\]\}.*"answers":not looked into\}\]/)
})

test('lists of templates read in parallel take turns with everything else', async () => {
  const template = {
    id: 'i',
    name: 'Lunch',
    theme: null,
    language: null,
    paced: false,
    revealedAtOnce: false,
    questionSettings: [],
    texts: {},
    groups: [],
    revision: 1,
    questionCount: 1,
    questions: SURVEY.questions,
    createdAt: SURVEY.createdAt,
    updatedAt: SURVEY.createdAt,
  }
  let reading = 6
  const read = async () => {
    async function* pages() {
      yield Array.from({ length: 200 }, () => ({ ...template, accountId: 'a' }))
    }
    let characters = 0
    for await (const text of serializeTemplates(pages())) characters += text.length
    reading--
    return characters
  }
  const lists = Promise.all(Array.from({ length: reading }, read))
  let turns = 0
  for (; reading > 0; turns++) await nextTurn()
  assert.equal(new Set(await lists).size, 1)
  assert.ok(turns >= 200, `${turns} turns`)
})
