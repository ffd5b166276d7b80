import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import {
  type Api,
  board,
  bodyOf,
  choice,
  freeText,
  HOUR,
  newApi,
  optional,
  rating,
  requiredWhen,
  UUID_V4,
} from '../api/fixtures.ts'
import { type Answer, startService } from '../harness.ts'
import {
  assertNamed,
  elements,
  errorsOf,
  type Fields,
  fieldsOf,
  get,
  helpOf,
  insides,
  post,
  radiosOf,
  skeleton,
  textOf,
  unescaped,
} from './page.ts'

const service = await startService()
after(() => service.close())
const api = await newApi(service)

const LUNCH = [
  choice('Coming?', ['Yes', 'No']),
  choice('What will you eat?', ['Soup', 'Salad'], requiredWhen('any', [0, 'Yes'])),
  rating('How good was it?'),
  freeText('Anything else?', optional),
  board('Your questions'),
]

describe('the page of an open survey', () => {
  test('has every question, with a name and a label for each control [respondent-page, conditional-always-shown]', async () => {
    const { id } = await api.create(LUNCH, { title: 'Team lunch' })
    const { status, headers, text: page } = await get(service, `/s/${id}`)
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    assert.match(page, /^<!doctype html>\n<html lang="en" dir="ltr">/)
    assert.deepEqual([insides(page, 'title'), insides(page, 'h1')], [['Team lunch'], ['Team lunch']])
    const [{ attributes: { method, action } = {} } = {}, ...others] = elements(page, 'form')
    assert.deepEqual([method, action, others], ['post', `/s/${id}?lang=en`, []])
    assert.deepEqual(insides(page, 'legend'), ['Coming?', 'What will you eat?', 'How good was it?'])
    for (const { text } of LUNCH) assert.ok(page.includes(`>${text}<`), text)
    assertNamed(page)
    assert.doesNotMatch(page, /role="alert"| aria-invalid="/)
    assert.deepEqual(helpOf(page), [
      'Required',
      'Required when “Coming?” is “Yes”; otherwise optional',
      'Required',
      'Optional',
    ])
    assert.deepEqual(radiosOf(page, 'q0'), { Yes: '0', No: '1' })
    assert.deepEqual(radiosOf(page, 'q1'), { Soup: '0', Salad: '1', 'No answer': '' })
    assert.deepEqual(Object.values(radiosOf(page, 'q2')), ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    assert.deepEqual(Object.keys(fieldsOf(page)), ['questions', 'q1', 'key', 'q3', 'ask4'])
  })

  test('says whether an answer depends on all of several conditions or on any [conditional-always-shown]', async () => {
    const conditions = [
      [0, 'Yes'],
      [1, 'No'],
    ] as const
    const { id } = await api.create([
      choice('A?', ['Yes', 'No']),
      choice('B?', ['Yes', 'No']),
      freeText('C?', requiredWhen('all', ...conditions)),
      freeText('D?', requiredWhen('any', ...conditions)),
    ])
    assert.deepEqual(helpOf((await get(service, `/s/${id}`)).text).slice(2), [
      'Required when “A?” is “Yes” and “B?” is “No”; otherwise optional',
      'Required when “A?” is “Yes”, or when “B?” is “No”; otherwise optional',
    ])
  })

  test('questions and options cannot reverse the text direction of the sentence about them [direction-isolated]', async () => {
    const override = '\u202e'
    const { id } = await api.create([
      choice(`${override}A?`, [`${override}Yes`, 'נכון']),
      freeText('B?', requiredWhen('all', [0, `${override}Yes`, 'נכון'])),
    ])
    assert.deepEqual(helpOf((await get(service, `/s/${id}`)).text).slice(1), [
      'Required when “\u2068A?\u2069” is “\u2068Yes\u2069” or “\u2068נכון\u2069”; otherwise optional',
    ])
  })

  test('nor the title of a page that has another text beside it [direction-isolated]', async () => {
    const override = '\u202e'
    const { id } = await api.create([board(`${override}Ask?`), choice()], { title: `${override}Lunch` })
    const titleOf = (page: { text: string }) => insides(page.text, 'title')[0]
    assert.equal(titleOf(await get(service, `/s/${id}/board/0/list`)), '\u2068Ask?\u2069: \u2068Lunch\u2069')
    const refused = await post(service, `/s/${id}`, { q0: '', q1: '' })
    assert.equal(titleOf(refused), 'Not sent yet: \u2068Lunch\u2069')
  })

  test('is not stored, sets no cookie, and loads only its own files [respondent-page-no-store, respondent-no-cookie, respondent-no-third-party]', async () => {
    const { id } = await api.create(LUNCH)
    const { headers, text: page } = await get(service, `/s/${id}`)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('set-cookie'), null)
    const styles = insides(page, 'style').map(style => createHash('sha256').update(style).digest('base64'))
    assert.deepEqual(headers.get('content-security-policy')?.split('; '), [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      `style-src ${styles.map(style => `'sha256-${style}'`).join(' ')}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
    assert.doesNotMatch(page, /<(?:img|iframe|object|embed|base)\b|\b(?:style|on[a-z]+)=|@import|url\(/)
    assert.deepEqual(
      elements(page, 'script').map(({ attributes: { src } }) => src?.replace(/[\w-]{12}(?=\/)/, '…')),
      ['/assets/…/respondent.js', '/assets/…/boards.js'],
    )
    const loaded = elements(page, 'link').filter(({ attributes: { rel } }) => rel !== 'canonical')
    assert.deepEqual(
      loaded.map(({ attributes: { rel, href } }) => [rel, href?.split(',')[0]]),
      [['icon', 'data:image/svg+xml']],
    )
  })

  test('has the colours of its theme, like the pages after it, in a style that the policy allows', async () => {
    const { id } = await api.create([choice()], { theme: { primary: '#FFD166', background: '#10152B' } })
    for (const path of [`/s/${id}`, `/s/${id}/thanks`]) {
      const { headers, text: page } = await get(service, path)
      const [colours = ''] = insides(page, 'style')
      assert.match(colours, /^:root\{color-scheme:dark;--background:#10152b;.*;--primary:#ffd166;/)
      const hash = createHash('sha256').update(colours).digest('base64')
      assert.ok(headers.get('content-security-policy')?.includes(`'sha256-${hash}'`))
    }
    const { text } = await get(service, '/s/no-survey-here')
    assert.match(text, /<style>:root\{color-scheme:light;--background:#faf7f0;/)
  })

  test('shows each change at once [respondent-page-current]', async () => {
    const { id } = await api.create([choice()])
    assert.deepEqual(insides((await get(service, `/s/${id}`)).text, 'legend'), ['Coming?'])
    bodyOf(await api.patch(`/surveys/${id}`, { questions: [choice('Really coming?'), rating('How sure?')] }))
    assert.deepEqual(insides((await get(service, `/s/${id}`)).text, 'legend'), ['Really coming?', 'How sure?'])
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
    assert.deepEqual(elements((await get(service, `/s/${id}`)).text, 'form'), [])
    bodyOf(await api.patch(`/surveys/${id}`, { status: 'open' }))
    assert.equal(elements((await get(service, `/s/${id}`)).text, 'form').length, 1)
  })

  test('each load has its own key: sending a form again stores one row [page-fresh-key, submission-key-once, submission-key-other-answers]', async () => {
    const { id } = await api.create([freeText()])
    const [first, second] = [await load(id), await load(id)]
    assert.match(String(first.key), UUID_V4)
    assert.notEqual(first.key, second.key)
    const sends = [first, first, first, second].map(fields => post(service, `/s/${id}`, { ...fields, q0: 'Because.' }))
    for (const { status } of await Promise.all(sends)) assert.equal(status, 303)
    assert.deepEqual(await answersOf(api, id), [['Because.'], ['Because.']])
    assert.equal((await post(service, `/s/${id}`, { ...first, q0: 'Or not.' })).status, 303)
    assert.equal((await api.read(id)).response_count, 3)
    const written = await service.database.written()
    assert.ok(written.includes('Or not.'))
    for (const key of [first.key, second.key])
      assert.equal(written.includes(String(key)), false, 'the key is kept nowhere')
  })
})

describe('a form that is submitted', () => {
  test('redirects to the thanks page, which shows no answer [form-accepted, thanks-page]', async () => {
    const { id } = await api.create(LUNCH, { title: 'Team lunch' })
    const sent = await post(service, `/s/${id}`, { ...(await load(id)), q0: '1', q2: '10', q3: 'My secret wish' })
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, `/s/${id}/thanks?lang=en`])
    assert.deepEqual(await answersOf(api, id), [['No', null, 10, 'My secret wish', null]])
    const { status, headers, text: page } = await get(service, `/s/${id}/thanks`)
    assert.deepEqual(insides(page, 'title'), ['Thank you: Team lunch'])
    assert.deepEqual([status, headers.get('cache-control'), headers.get('set-cookie')], [200, 'no-store', null])
    assert.match(page, /Your answer is in\./)
    assert.match(page, /What is stored: your answers, a random id and the time they arrived\./)
    assert.match(page, /Nothing about you is stored: no name, no address, no account, no cookie\./)
    assert.doesNotMatch(page, /My secret|class="success"/)
    assert.match(page, / data-again>Answer again</)
  })

  test('comes back with everything typed, a summary and a message at each question [form-refused, conditional-required-on-match, required-by-default]', async () => {
    const { id } = await api.create(LUNCH, { title: 'Team lunch' })
    const typed = { ...(await load(id)), q0: '0', q3: '  Two lines:\n\n"</textarea>" & \'this\'.\n' }
    const { status, headers, text: page } = await post(service, `/s/${id}`, typed)
    assert.deepEqual([status, headers.get('cache-control')], [400, 'no-store'])
    assert.deepEqual(fieldsOf(page), typed)
    assertNamed(page)
    assert.deepEqual(insides(page, 'title'), ['Not sent yet: Team lunch'])
    assert.equal(page.split('role="alert"').length, 2)
    assert.match(page, /<h2>Not sent yet\. Please look at 2 answers:</)
    assert.deepEqual(
      elements(page, 'a').flatMap(({ attributes: { href = '' } }) => (href.includes('/board/') ? [] : [href])),
      ['/privacy?lang=en', '#q1', '#q2', '/'],
    )
    assert.deepEqual(insides(insides(page, 'ul').join(), 'li').map(textOf), [
      'What will you eat?: An answer is required.',
      'How good was it?: An answer is required.',
    ])
    assert.deepEqual(errorsOf(page), { 'q1-error': 'An answer is required.', 'q2-error': 'An answer is required.' })
    assert.deepEqual(await answersOf(api, id), [])
    const again = await post(service, `/s/${id}`, { ...fieldsOf(page), q1: '1', q2: '1' })
    assert.equal(again.status, 303)
    assert.deepEqual(await answersOf(api, id), [['Yes', 'Salad', 1, typed.q3, null]])
  })

  const faulty: [what: string, fields: Fields, errors: Fields][] = [
    ['a place that is no option’s', { q0: '2' }, { 'q0-error': 'The answer must be one of the options.' }],
    ['a rating beyond the scale', { q1: '11' }, { 'q1-error': 'The answer must be a whole number from 1 to 10.' }],
    ['a rating that is no number', { q1: 'ten' }, { 'q1-error': 'The answer must be a whole number from 1 to 10.' }],
    ['a text too long', { q2: 'x'.repeat(10_001) }, { 'q2-error': 'The answer must have at most 10,000 characters.' }],
    ['a NUL', { q2: 'a\0b' }, { 'q2-error': 'The answer must not contain a NUL character.' }],
  ]
  for (const [what, fields, errors] of faulty) {
    test(`${what} has its message [form-refused, text-nul-refused]`, async () => {
      const { id } = await api.create([
        choice('A', ['x', 'y'], optional),
        rating('B', optional),
        freeText('C', optional),
      ])
      const { status, text: page } = await post(service, `/s/${id}`, { ...(await load(id)), ...fields })
      assert.equal(status, 400)
      assert.deepEqual(errorsOf(page), errors)
      assert.match(page, /<h2>Not sent yet\. Please look at one answer:</)
      assert.equal((await api.read(id)).response_count, 0)
    })
  }

  test('with a malformed key comes back with everything typed and a valid key [submission-malformed-key]', async () => {
    const { id } = await api.create([freeText()])
    const { status, text: page } = await post(service, `/s/${id}`, { key: 'x"y', q0: 'Typed.' })
    assert.equal(status, 400)
    assert.match(page, /role="alert"/)
    const { key, questions: _, ...rest } = fieldsOf(page)
    assert.match(String(key), UUID_V4)
    assert.deepEqual(rest, { q0: 'Typed.' })
    assert.equal((await post(service, `/s/${id}`, fieldsOf(page))).status, 303)
  })

  test('stores nothing but answers [submission-unknown-dropped, answer-board-null, answers-all-null]', async () => {
    const { id } = await api.create([freeText('C', optional), board()])
    const canary = 'canary-71c2'
    assert.equal((await post(service, `/s/${id}`, { q1: canary, q2: canary, name: canary })).status, 303)
    assert.deepEqual(await answersOf(api, id), [[null, null]])
  })

  test('stores options with line ends, quotes and markup by their exact text [answer-choice]', async () => {
    const options = ['two\nlines', 'two\r\nlines', 'say "hi"', "it's", '<b>', '&amp;', ' ', '0']
    const { id } = await api.create([choice('Which?', options)])
    const { text: page } = await get(service, `/s/${id}`)
    const values = elements(page, 'input').flatMap(({ attributes: { type, value } }) =>
      type === 'radio' ? [value] : [],
    )
    for (const value of values) assert.equal((await post(service, `/s/${id}`, { q0: String(value) })).status, 303)
    assert.deepEqual(
      await answersOf(api, id),
      options.map(option => [option]),
    )
    assert.equal(radiosOf(page, 'q0')['&amp;'], '5')
  })

  test('keeps the line ends of texts, and stores blank texts as null [answer-free-text, answer-blank-is-none]', async () => {
    const { id } = await api.create([freeText('A', optional), freeText('B', optional), freeText('C', optional)])
    const longest = `${'x'.repeat(9_998)}\ny`
    await post(service, `/s/${id}`, { ...(await load(id)), q0: '\none\n\ntwo\n', q1: ' \n ', q2: longest })
    assert.deepEqual(await answersOf(api, id), [['\none\n\ntwo\n', null, longest]])
  })
})

const shut: [clauses: string, state: string, shut: (id: string) => Promise<unknown>][] = [
  ['[respondent-page-closed, submission-closed]', 'closed', id => api.patch(`/surveys/${id}`, { status: 'closed' })],
  ['[respondent-page-closed, submission-expired]', 'expired', id => service.setExpiry(id, service.clock.now() - HOUR)],
]
for (const [clauses, state, shutNow] of shut) {
  test(`a survey that is ${state} has a page that says so, and its form is refused ${clauses} [submission-key-before-status]`, async () => {
    const { id } = await api.create([freeText()], { title: 'Team lunch' })
    const [early, late] = [await load(id), await load(id)]
    await post(service, `/s/${id}`, { ...early, q0: 'In time.' })
    await shutNow(id)
    const pages = [await get(service, `/s/${id}`), await post(service, `/s/${id}`, { ...late, q0: 'Too late.' })]
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 409],
    )
    for (const { text: page } of pages) {
      assert.match(
        page,
        new RegExp(
          `<h1 dir="auto">Team lunch</h1>\n<p class="notice"[^>]*>This survey (is|has) ${state}\\. It no longer accepts answers\\.`,
        ),
      )
      assert.doesNotMatch(page, /<(?:form|input|button)\b/)
    }
    const texts = pages.map(({ text }) => text.match(/<textarea[\s\S]*?<\/textarea>/g)?.join())
    assert.deepEqual(texts, [undefined, '<textarea dir="auto" readonly>\nToo late.</textarea>'], 'to be copied')
    assert.doesNotMatch((await get(service, `/s/${id}/thanks`)).text, / data-again/)
    assert.equal((await post(service, `/s/${id}`, { ...early, q0: 'In time.' })).status, 303)
    assert.deepEqual(await answersOf(api, id), [['In time.']])
  })
}

describe('an error is a page, or JSON if requested', () => {
  const nowhere: [what: string, send: (accept?: string) => Promise<Answer>][] = [
    ['a link', accept => get(service, '/s/none-such-here', accept)],
    ['a link that cannot be one', accept => get(service, `/s/${'x'.repeat(10_000)}`, accept)],
    ['a NUL in a link', accept => get(service, '/s/a%00b', accept)],
    ['a form', accept => post(service, '/s/none-such-here', { q0: 'x' }, accept)],
    ['a thanks page', accept => get(service, '/s/none-such-here/thanks', accept)],
  ]
  for (const [what, send] of nowhere) {
    test(`${what} without a survey [respondent-page-missing, impossible-id-404]`, async () => {
      assertErrorPage(await send(), 404, 'There is no survey here')
      assertErrorJson(await send('application/json'), 404, 'not found')
    })
  }

  test('a form over 1 MiB [body-size-limit, submission-too-large]', async () => {
    const { id } = await api.create([freeText()])
    for (const length of [1_048_577, 10_000_000]) {
      const fields = { ...(await load(id)), q0: 'x'.repeat(length) }
      assertErrorPage(await post(service, `/s/${id}`, fields), 413, 'That is too long')
      assertErrorJson(await post(service, `/s/${id}`, fields, 'application/json'), 413, 'request body too large')
    }
    assert.equal((await api.read(id)).response_count, 0)
  })
})

test('an address without /s/, or with a mistake, is already filled in [public-link-redirects]', async () => {
  const addresses: [path: string, entered: string][] = [
    ['/kitchen-survey', 'kitchen-survey'],
    ['/Kitchen%20survey!?lang=en', 'kitchen-survey'],
    ['/s//kitchen-survey', 'kitchen-survey'],
    ['/s/kitchen-sruvey/thanks', 'kitchen-sruvey'],
    ['/kitchen/survey', ''],
    ['/%22%3E%3Cscript%3E', 'script'],
  ]
  for (const [path, entered] of addresses) {
    const { status, text } = await get(service, path)
    assert.equal(status, 404)
    assert.equal(text.match(/<input id="words" name="words" value="([^"]*)"/)?.[1], entered, path)
  }
})

test('a link with capitals, dots or spaces leads to the survey [public-link-redirects]', async () => {
  const slug = `team-lunch-x${randomUUID().slice(0, 8)}`
  await api.create([choice()], { slug })
  const [, , tail] = slug.split('-')
  for (const typed of [
    `Team-Lunch-${tail}`,
    `team.lunch.${tail}`,
    `TEAM%20lunch%20${tail}`,
    `%20${slug}.`,
    `team--lunch. ${tail}`,
    `%E2%80%8Bteam%E2%80%93lunch%E2%88%92${tail}%E2%80%A6`,
    `${slug}%3C/a%3E`.replace('/', '%2F'),
    `${slug}&amp;utm=1`,
    `%EF%BD%94eam-lunch-${tail}%EF%BC%89`,
    `Team-lunch${tail}`,
  ]) {
    const { status, headers } = await get(service, `/s/${typed}`)
    assert.deepEqual([status, headers.get('location')], [302, `/s/${slug}`], typed)
  }
  assert.equal((await get(service, `/S/${slug}?lang=de`)).headers.get('location'), `/s/${slug}?lang=de`)
  for (const typed of [`Team-Dinner-${tail}`, `teamlunches${tail}`, 'API'])
    assertErrorPage(await get(service, `/s/${typed}`), 404, 'There is no survey here')
})

const hostile = [
  '</title></textarea></style><script>alert(1)</script>',
  `" onfocus="alert(1)" x='`,
  `' autofocus onfocus='alert(1)`,
  '<!--<img src=x onerror=alert(1)>',
  '&lt;b&gt;&#60;&quot;',
  '</form></html>`',
]
for (const text of hostile) {
  test(`${text} is text on every page [respondent-page]`, async () => {
    const [plain, odd] = [await pagesWith('harmless'), await pagesWith(text)]
    for (const [at, page] of odd.entries()) {
      assert.deepEqual(skeleton(page), skeleton(plain[at] ?? ''))
      const shown = (whole = '') => whole.replace(/ data-requirement="[^"]*"/g, '')
      assert.equal(unescaped(shown(page)).split(text).length, shown(plain[at]).split('harmless').length)
    }
    assert.equal(fieldsOf(odd[1] ?? '').q1, text)
  })
}

/** Every page that shows what creators and respondents wrote, all of it this text. */
async function pagesWith(text: string): Promise<string[]> {
  const rule = {
    requirement: { mode: 'conditional', when: { op: 'any', conditions: [{ questionIndex: 0, values: [text] }] } },
  }
  const questions = [choice(text, [text, 'b']), freeText(text, rule), rating(text), board(text)]
  const { id } = await api.create(questions, { title: text })
  const form = await get(service, `/s/${id}`)
  const refused = await post(service, `/s/${id}`, { ...fieldsOf(form.text), q0: '0', q1: text })
  const thanks = await get(service, `/s/${id}/thanks`)
  bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
  const closed = await get(service, `/s/${id}`)
  assert.deepEqual(
    [form, refused, thanks, closed].map(({ status }) => status),
    [200, 400, 200, 200],
  )
  return [form, refused, thanks, closed].map(page => page.text)
}

/** The fields of a survey page, empty. */
async function load(id: string): Promise<Fields> {
  return fieldsOf((await get(service, `/s/${id}`)).text)
}

async function answersOf(reader: Api, id: string): Promise<unknown[]> {
  return (await reader.read(id)).responses.map(({ answers }) => answers)
}

function assertErrorPage({ status, headers, text: page }: Answer, expected: number, title: string): void {
  assert.deepEqual([status, headers.get('content-type')], [expected, 'text/html; charset=utf-8'])
  assert.deepEqual([insides(page, 'title'), insides(page, 'h1')], [[title], [title]])
  assert.match(page, /<html lang="en" dir="ltr">/)
  assert.deepEqual([headers.get('cache-control'), headers.get('set-cookie')], ['no-store', null])
}

function assertErrorJson({ status, headers, body }: Answer, expected: number, error: string): void {
  assert.deepEqual([status, headers.get('content-type')], [expected, 'application/json; charset=utf-8'])
  assert.deepEqual(body, { error })
}
