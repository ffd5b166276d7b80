import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseQuestionList } from '../domain/surveys/question.ts'
import { form } from './form.ts'
import { wordsIn } from './words-by-language.ts'

test('a form with many options is rendered in turns, so that other requests are handled in between', async () => {
  const options = Array.from({ length: 30 }, (_, at) => `Option ${at}`)
  const list = Array.from({ length: 1_000 }, (_, at) => ({ type: 'multiple_choice', text: `Question ${at}?`, options }))
  const siteLinks = { saysMadeWith: false }
  const reader = { language: 'en', words: wordsIn('en'), siteLinks, ours: false, theirs: false } as const
  const survey = {
    slug: 'many-questions-here',
    version: '',
    isFixed: false,
    sharedDevice: false,
    questions: parseQuestionList(list),
  }
  let rendered: string | undefined
  const rendering = form({ ...survey, reader, key: 'key', typed: new Map(), notices: new Map(), errors: [] }).then(
    html => {
      rendered = html.toString()
    },
  )
  let turns = 0
  for (; rendered === undefined; turns++) await nextTurn()
  await rendering
  assert.ok(turns >= 50, `${turns} turns`)
  assert.equal(rendered.match(/<input type=radio/g)?.length, 30_000)
})
