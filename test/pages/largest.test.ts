import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MAX_LISTED_OPTIONS } from '../../src/domain/results/limits.ts'
import { MAX_OPTIONS, MAX_QUESTIONS, MAX_SURVEY_OPTIONS, SURVEY_TEXT_LENGTH } from '../../src/domain/surveys/limits.ts'
import { choice, freeText, kept, newApi, rating, requiredWhen } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { elements, insides } from './page.ts'

const MEGABYTES = 1_000_000
const service = await startService()
after(() => service.close())
const api = await newApi(service)

const SHARED = { share_results: 'after_answering', share_record: true }

/** Reads a page. */
async function read(path: string): Promise<{ text: string; size: number }> {
  const { status, text } = await call(service, 'GET', path)
  assert.equal(status, 200)
  return { text, size: Buffer.byteLength(text) / MEGABYTES }
}

/** As many options as a survey can have, with as long texts as there is room for. */
function manyOptions(mark: string) {
  const options = Array.from({ length: MAX_OPTIONS }, (_, at) => `${at}`.padStart(14, mark))
  return Array.from({ length: MAX_SURVEY_OPTIONS / MAX_OPTIONS }, (_, at) => choice(`Question ${at}?`, options))
}

for (const mark of ['x', '&', '"'])
  test(`the pages of a survey with as many options as there can be have at most 2 MB, if they are of ${mark} [questions-amounts, share-results-bounded]`, async t => {
    const questions = manyOptions(mark)
    const { id, admin_token: token } = await api.create(questions)
    await call(service, 'PATCH', `/admin/api/${id}`, { token, body: SHARED })
    const rare = questions.map(({ options }) => (options as string[]).at(-1))
    for (let n = 0; n < 5; n++) await kept(service, id, rare)
    const [form, results] = [await read(`/s/${id}`), await read(`/s/${id}/thanks`)]
    const record = await read(`/s/${id}/record`)
    const sizes = `${form.size}, ${results.size} and ${record.size} MB`
    t.diagnostic(`${mark}: ${sizes}`)
    assert.ok(form.size <= 2 && results.size <= 2 && record.size <= 2, sizes)
    const radios = elements(form.text, 'input').filter(({ attributes }) => attributes.type === 'radio')
    assert.equal(radios.length, MAX_SURVEY_OPTIONS)
    const rows = insides(results.text, 'tbody').map(body => insides(body, 'tr'))
    assert.equal(rows.flat().length, MAX_LISTED_OPTIONS)
    for (const list of rows)
      assert.match(list.at(-1) ?? '', /999<svg[\s\S]*<td translate=no>5<\/td><td translate=no>100%<\/td>/)
    assert.equal(results.text.match(/Options not shown: 600/g)?.length, questions.length)
  })

test('results of more questions than a page has room for are left out, and the page says how many [share-results-bounded]', async t => {
  const questions = Array.from({ length: 900 }, () => rating('选'.repeat(300)))
  const { id, admin_token: token } = await api.create(questions)
  await call(service, 'PATCH', `/admin/api/${id}`, { token, body: SHARED })
  for (let n = 0; n < 5; n++) await kept(service, id, Array(900).fill(10))
  for (const page of ['thanks', 'record']) {
    const { size, text } = await read(`/s/${id}/${page}`)
    t.diagnostic(`${page}: ${size} MB`)
    assert.ok(size > 1.5 && size <= 2, `${page}: ${size} MB`)
    const shown = text.match(/<section class="result[ "]/g)?.length ?? 0
    assert.ok(text.includes(`>Questions not shown: ${900 - shown}<`), `${page}: ${shown}`)
  }
})

test('a survey whose rules name long texts has a page of at most 2 MB [questions-amounts]', async t => {
  const room = SURVEY_TEXT_LENGTH - 100_000
  const five = {
    mode: 'conditional',
    when: { op: 'any', conditions: Array(5).fill({ questionIndex: 0, values: ['Yes'] }) },
  }
  const { id } = await api.create([
    choice('&'.repeat(room), ['Yes', 'No']),
    ...Array.from({ length: MAX_QUESTIONS - 1 }, (_, at) => freeText(`Why ${at}?`, { requirement: five })),
  ])
  const { size, text } = await read(`/s/${id}`)
  t.diagnostic(`${size} MB`)
  assert.ok(size <= 2, `${size} MB`)
  assert.match(text, /data-requirement="any 0:0 0:0 0:0 0:0 0:0"/)
  assert.match(text, /&&…/)
})

test('rules of a usual length are written out in whole', async () => {
  const name = 'A question of eighty characters, which is as long as most people can read at once'
  const { id } = await api.create([
    choice(name, ['Yes', 'No']),
    ...Array.from({ length: 200 }, () => freeText('Why?', requiredWhen('any', [0, 'Yes', 'No']))),
  ])
  assert.equal((await read(`/s/${id}`)).text.split(name).length - 1, 201)
})
