import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTestContext, newTestOwner } from '../test-context.ts'
import { SLUG_WORDS } from './slug-words.ts'
import { SurveyCreation } from './survey-creation.ts'

test('random slugs are drawn until one is available [slug-drawn-again]', async t => {
  let drawn: number[] = []
  const context = await newTestContext(() => drawn.shift() ?? 0)
  t.after(() => context.store.close())
  const surveyCreation = new SurveyCreation(context)
  const holder = await newTestOwner(context)
  const create = () => surveyCreation.create(holder, { title: 'T', questions: [{ type: 'free_text', text: 'Why?' }] })
  drawn = [1, 2, 3]
  const first = await create()
  drawn = [1, 2, 3, 1, 2, 3, 4, 5, 6]
  const second = await create()
  assert.equal(first.slug, [1, 2, 3].map(at => SLUG_WORDS[at]).join('-'))
  assert.equal(second.slug, [4, 5, 6].map(at => SLUG_WORDS[at]).join('-'))
  assert.deepEqual(drawn, [])
})
