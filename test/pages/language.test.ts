import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { LANGUAGES, languageOf } from '../../src/pages/language.ts'
import { board, choice, freeText, newApi, optional, rating, requiredWhen } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { elements, errorsOf, fieldsOf, get, helpOf, insides, post, textOf } from './page.ts'

const service = await startService()
after(() => service.close())
const api = await newApi(service)

describe('the language of a page', () => {
  const rows: [asked: unknown, accepted: string | undefined, expected: string][] = [
    [undefined, undefined, 'en'],
    [undefined, 'de', 'de'],
    [undefined, 'de-CH, en;q=0.8', 'de'],
    [undefined, 'en;q=0.5, fr;q=0.9', 'fr'],
    [undefined, 'it, nl;q=0.9, PT-br;q=0.1', 'pt'],
    [undefined, 'zh-Hant-TW', 'zh'],
    [undefined, 'es;q=0, de;q=0.1', 'de'],
    [undefined, 'it, *;q=0.5, de;q=0.1', 'en'],
    [undefined, 'es;q=x, ,;, fr', 'fr'],
    ['fr', 'de', 'fr'],
    ['FR-ca', 'de', 'fr'],
    ['it', 'de', 'de'],
    [['fr', 'es'], 'de', 'de'],
    [undefined, `${'x,'.repeat(100_000)}de`, 'en'],
  ]
  for (const [asked, accepted, expected] of rows) {
    test(`?lang=${asked} and Accept-Language ${accepted?.slice(0, 40)} give ${expected} [respondent-language]`, () => {
      assert.equal(languageOf(asked, accepted), expected)
    })
  }
})

test('French has a narrow no-break space before its punctuation, so that no line begins with it', () => {
  const words = readFileSync(join(import.meta.dirname, '../../src/pages/words/fr.ts'), 'utf8')
  assert.deepEqual(words.match(/[\p{L}}] [:;?!»].*/gu), null)
})

const QUESTIONS = [
  choice('Kommst du?', ['Ja', 'Nein']),
  choice('Was isst du?', ['Suppe', 'Salat'], requiredWhen('all', [0, 'Ja'])),
  rating('Wie war es?'),
  freeText('Noch was?', optional),
  board('Fragen?', { moderated: true }),
]

describe('a survey in German', () => {
  test('keeps its language through an error to the thanks page [respondent-language]', async () => {
    const { id } = await api.create(QUESTIONS, { title: 'Essen' })
    const headers = { accept: 'text/html', 'accept-language': 'de-AT,en;q=0.5' }
    const first = await call(service, 'GET', `/s/${id}`, { headers })
    assert.deepEqual(
      [first.headers.get('content-language'), first.headers.get('vary')],
      ['de', 'Accept, Accept-Encoding, Accept-Language'],
    )
    assert.match(first.text, /<html lang="de" dir="ltr">/)
    assert.deepEqual(helpOf(first.text), [
      'Pflichtfrage',
      'Pflichtfrage, wenn „Kommst du?“ mit „Ja“ beantwortet ist; sonst freiwillig',
      'Pflichtfrage',
      'Freiwillig',
    ])
    assert.deepEqual(insides(first.text, 'button').map(textOf).at(-1), 'Absenden')
    const action = elements(first.text, 'form')[0]?.attributes.action ?? ''
    assert.equal(action, `/s/${id}?lang=de`)
    const refused = await post(service, action, { ...fieldsOf(first.text), q0: '0', q2: '11' })
    assert.deepEqual([refused.status, refused.headers.get('content-language')], [400, 'de'])
    assert.deepEqual(errorsOf(refused.text), {
      'q1-error': 'Bitte beantworten Sie diese Frage.',
      'q2-error': 'Die Antwort muss eine ganze Zahl von 1 bis 10 sein.',
    })
    const sent = await post(service, action, { ...fieldsOf(refused.text), q1: '0', q2: '10' })
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, `/s/${id}/thanks?lang=de`])
    const thanks = await get(service, sent.headers.get('location') ?? '')
    assert.deepEqual(insides(thanks.text, 'h1'), ['Danke. Ihre Antwort ist angekommen.'])
  })

  test('the errors of the API are not translated [respondent-language]', async () => {
    const { id } = await api.create(QUESTIONS)
    const headers = { 'accept-language': 'de' }
    const { body } = await call(service, 'POST', `/s/${id}/responses?lang=de`, { body: { answers: ['Nein'] }, headers })
    assert.deepEqual(body, {
      error: 'invalid answers',
      code: 'invalid_answers',
      questions: [{ index: 2, error: 'an answer is required' }],
    })
  })
})

test('every page is fully translated into every language [respondent-language]', async () => {
  const { id } = await api.create(QUESTIONS, { title: 'Essen' })
  const shut = await api.create([freeText()], { title: 'Essen' })
  await api.patch(`/surveys/${shut.id}`, { status: 'closed' })
  const seen = new Map<string, string>()
  for (const lang of LANGUAGES) {
    const paths = [`/s/${id}`, `/s/${id}/thanks`, `/s/${shut.id}`, '/s/none-such-here', '/privacy', '/', '/s']
    const pages = await Promise.all(paths.map(path => get(service, `${path}?lang=${lang}`)))
    const refused = await post(service, `/s/${id}?lang=${lang}`, {})
    const lines = [...pages, refused].flatMap(({ text }) => linesOf(text))
    for (const line of lines) {
      assert.doesNotMatch(line, /undefined|\[object|[{}]/, line)
      const other = seen.get(line) ?? lang
      assert.ok(other === lang || SHARED.test(line), `${lang} and ${other}: ${line}`)
      seen.set(line, lang)
    }
  }
})

/** Texts by creators, column names, numbers, and words that languages share. */
const SHARED =
  /^(Essen|Kommst du\?|Ja|Nein|Was isst du\?|Suppe|Salat|Wie war es\?|Noch was\?|Fragen\?|[a-z_]+|\d*|\d+\s?%|Option|Pizza|Votes|Opcional|Participar|Respondida|Enviar|:|1|10)$/

function linesOf(page: string): string[] {
  const body = page.slice(page.indexOf('<main>')).replace(/<[^>]*>/g, '\n')
  return body.split('\n').flatMap(line => (line.trim() === '' ? [] : [line.trim()]))
}
