import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestionList } from '../../domain/surveys/question.ts'
import { wordsIn } from '../words-by-language.ts'
import { form } from './form.ts'

test('a form with many options is rendered in slices, so that other requests are handled in between', async () => {
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
    settings: [],
    groups: [],
  }
  let slices = 0
  const render = (some: typeof survey.questions) => {
    const view = { ...survey, questions: some, reader, key: 'key', typed: new Map(), notices: new Map(), errors: [] }
    return form({ ...view, nextSlice: async () => void slices++ })
  }
  const rendered = String(await render(survey.questions))
  assert.ok(slices >= 50, `${slices} slices`)
  const inputs = rendered.match(/<input type=radio name=q\d+ value=\d+/g) ?? []
  assert.deepEqual(
    inputs,
    list.flatMap((_, at) => options.map((_, place) => `<input type=radio name=q${at} value=${place}`)),
  )
  slices = 0
  await render(survey.questions.slice(0, 19))
  assert.equal(slices, 0, 'a form of usual length does not wait behind long ones')
})
