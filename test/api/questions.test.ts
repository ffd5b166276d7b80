import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { JSON_EXACT_VALUES, JSON_MEMBERS } from '../../src/domain/values/json.ts'
import { type Answer, call, startService } from '../harness.ts'
import {
  assertInvalid,
  assertRefused,
  board,
  bodyOf,
  type Created,
  choice,
  freeText,
  indexed,
  kept,
  newApi,
  optional,
  rating,
  requiredWhen,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const NO_OPTIONS = 'multiple_choice questions must have at least one option'

/** Faults of one question, which comes second after a choice of Yes and No. */
const faults: [clause: string, what: string, question: unknown][] = [
  ['[question-type-required]', 'type missing', { text: 'Why?' }],
  ...[null, 5, true, [], {}, '', 'choice', 'Rating', 'rating ', 'toString', '__proto__'].map(
    (type): [string, string, unknown] => [
      '[question-type-required]',
      `type ${JSON.stringify(type)}`,
      { type, text: 'Why?' },
    ],
  ),
  ['[question-text-required]', 'text missing', { type: 'rating' }],
  ...[null, 5, true, [], {}, '', ' ', '\t\n\u3000'].map((text): [string, string, unknown] => [
    '[question-text-not-blank]',
    `text ${JSON.stringify(text)}`,
    { type: 'free_text', text },
  ]),
  ['[text-nul-refused]', 'a NUL in the text', rating('a\u0000b')],
  ['[text-nul-refused]', 'a NUL in an option', choice('Which?', ['a', 'b\u0000'])],
  ...[null, 5, true, [], {}, ''].map((option): [string, string, unknown] => [
    '[options-non-empty-strings]',
    `option ${JSON.stringify(option)}`,
    choice('Which?', ['a', option]),
  ]),
  ['[options-distinct]', 'equal options', choice('Which?', ['a', 'b', 'a'])],
  ...[null, 0, 1, 'true', [], {}].map((moderated): [string, string, unknown] => [
    '[moderated-boolean]',
    `moderated ${JSON.stringify(moderated)}`,
    board('Ask', { moderated }),
  ]),
  ...[null, 5, true, [], 'optional'].map((requirement): [string, string, unknown] => [
    '[requirement-is-object]',
    `requirement ${JSON.stringify(requirement)}`,
    rating('How good?', { requirement }),
  ]),
  ...[undefined, null, 5, true, [], {}, '', 'required', 'Optional'].map((mode): [string, string, unknown] => [
    '[requirement-mode-values]',
    `mode ${JSON.stringify(mode)}`,
    rating('How good?', { requirement: { mode } }),
  ]),
  ...[undefined, null, 5, true, [], 'all', {}].map((when): [string, string, unknown] => [
    '[conditional-needs-when]',
    `when ${JSON.stringify(when)}`,
    rating('How good?', { requirement: { mode: 'conditional', when } }),
  ]),
  [
    '[board-requirement-no-effect]',
    'an invalid requirement on a board',
    board('Ask', { requirement: { mode: 'always' } }),
  ],
  [
    '[board-requirement-no-effect]',
    'a rule on a board that names itself',
    board('Ask', requiredWhen('all', [1, 'Yes'])),
  ],
]

const when = (group: object) => rating('How good?', { requirement: { mode: 'conditional', when: group } })
const condition = { questionIndex: 0, values: ['Yes'] }
const conditioned = (more: object) => when({ op: 'all', conditions: [{ ...condition, ...more }] })
const groupFaults: [clause: string, what: string, question: unknown][] = [
  ...[undefined, null, 5, true, [], {}, '', 'none', 'ALL'].map((op): [string, string, unknown] => [
    '[group-op-values]',
    `op ${JSON.stringify(op)}`,
    when({ op, conditions: [condition] }),
  ]),
  ...[undefined, null, 5, true, [], {}, 'x', Array(6).fill(condition)].map((conditions): [string, string, unknown] => [
    '[group-one-to-five-conditions]',
    `conditions ${JSON.stringify(conditions)}`,
    when({ op: 'all', conditions }),
  ]),
  ...[null, 5, true, [], 'x', {}].map((broken): [string, string, unknown] => [
    '[condition-index-integer]',
    `a condition that is ${JSON.stringify(broken)}`,
    when({ op: 'all', conditions: [condition, broken] }),
  ]),
  ...[undefined, null, true, [], {}, '0', 0.5, -1, -0.5].map((questionIndex): [string, string, unknown] => [
    '[condition-index-integer]',
    `questionIndex ${JSON.stringify(questionIndex)}`,
    conditioned({ questionIndex }),
  ]),
  ['[condition-names-earlier-question]', 'its own place', conditioned({ questionIndex: 1 })],
  [
    '[condition-names-earlier-question]',
    'its own place and options',
    choice('Which?', ['a', 'b'], requiredWhen('all', [1, 'a'])),
  ],
  ['[condition-names-earlier-question]', 'a later place', conditioned({ questionIndex: 2 })],
  ['[condition-names-earlier-question]', 'a place beyond the list', conditioned({ questionIndex: 9 })],
  ...[undefined, null, 5, true, [], {}, 'Yes'].map((values): [string, string, unknown] => [
    '[condition-values-min-one]',
    `values ${JSON.stringify(values)}`,
    conditioned({ values }),
  ]),
  ...[null, 5, true, [], {}, '', 'Maybe', 'yes', 'Yes '].map((value): [string, string, unknown] => [
    '[condition-values-are-options]',
    `value ${JSON.stringify(value)}`,
    conditioned({ values: ['Yes', value] }),
  ]),
]

for (const [clause, what, question] of [...faults, ...groupFaults]) {
  test(`refused as the 2nd question, on create, template and PATCH: ${what} ${clause} [template-questions-validated, error-names-question]`, async () => {
    const api = await newApi(service)
    const questions = [choice(), question, choice('And later?')]
    const created = await api.post('/surveys', { title: 'Survey', questions })
    assertInvalid(created, /\b2\b/)
    assertInvalid(await api.post('/templates', { name: 'Template', questions }), /\b2\b/)
    assert.equal((await api.post('/templates', { name: 'Template', questions })).text, created.text)
    const { id } = await api.create([choice()])
    assertInvalid(await api.patch(`/surveys/${id}`, { questions }), /\b2\b/)
    assert.deepEqual((await api.read(id)).questions, indexed([choice()]))
  })
}

test('missing or empty options have their own error text [error-options-required]', async () => {
  const api = await newApi(service)
  for (const question of [choice('Which?', []), { type: 'multiple_choice', text: 'Which?' }]) {
    const questions = [rating(), question]
    assertRefused(await api.post('/surveys', { title: 'Survey', questions }), 400, NO_OPTIONS)
    assertRefused(await api.post('/templates', { name: 'Template', questions }), 400, NO_OPTIONS)
  }
})

test('options that are not an array are refused [options-non-empty-strings]', async () => {
  const api = await newApi(service)
  for (const options of [null, 5, true, {}, 'Yes', { 0: 'Yes', length: 1 }]) {
    assertInvalid(await api.post('/surveys', { title: 'Survey', questions: [choice('Which?', options)] }))
  }
})

test('a list that is missing, empty or not an array is refused, and so is an item that is not a question [questions-min-one]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  for (const questions of [null, 5, true, [], {}, 'x', [null], [5], [true], [[]], ['x'], [{}]]) {
    assertInvalid(await api.post('/surveys', { title: 'Survey', questions }))
    assertInvalid(await api.post('/templates', { name: 'Template', questions }))
    assertInvalid(await api.patch(`/surveys/${id}`, { questions }))
  }
  assertInvalid(await api.post('/surveys', { title: 'Survey' }))
  assertInvalid(await api.post('/templates', { name: 'Template' }))
  assert.deepEqual((await api.read(id)).questions, indexed([rating()]))
})

test('a survey, a template and an edit with more than 1,000 questions are refused [questions-max]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  const questions = Array.from({ length: 1_001 }, (_, index) => rating(`Question ${index}`))
  const refusals = [
    await api.post('/surveys', { title: 'Survey', questions }),
    await api.post('/templates', { name: 'Template', questions }),
    await api.patch(`/surveys/${id}`, { questions }),
  ]
  for (const { status, body } of refusals)
    assert.deepEqual([status, body], [400, { error: 'a survey can have at most 1,000 questions' }])
  assert.equal((await api.read(id)).questions.length, 1)
  await api.create(questions.slice(1))
})

test('a condition on a question of another type is refused [condition-names-choice]', async () => {
  const api = await newApi(service)
  for (const trigger of [rating(), freeText(), board(), freeText('Coming?', { options: ['Yes', 'No'] })]) {
    const questions = [choice(), trigger, rating('How good?', requiredWhen('all', [1, 'Yes']))]
    assertInvalid(await api.post('/surveys', { title: 'Survey', questions }), /\b3\b/)
  }
})

/** Lists that are accepted and read back as they were sent. */
const accepted: [clause: string, what: string, questions: object[]][] = [
  [
    '[four-question-types]',
    'the four types',
    [choice(), freeText(), rating(), board(), board('Ask', { moderated: true })],
  ],
  [
    '[unknown-properties-kept]',
    'unknown properties',
    [rating('How good?', { note: 'n', hidden: null, order: [1, { a: [] }] })],
  ],
  ['[rating-scale-fixed]', 'another scale', [rating('How good?', { min: 0, max: 5, scale: [1, 5] })]],
  [
    '[options-ignored-elsewhere]',
    'options elsewhere',
    [rating('?', { options: 5 }), freeText('?', { options: ['', ''] })],
  ],
  ['[options-ignored-elsewhere]', 'null options of a board', [board('Ask', { options: null })]],
  ['[moderated-boolean]', 'moderated elsewhere', [rating('How good?', { moderated: 'yes' })]],
  ['[options-non-empty-strings]', 'one option only', [choice('Coming?', ['Yes'])]],
  ['[options-distinct]', 'options that differ in case or blanks', [choice('Which?', ['a', 'A', 'a ', ' a'])]],
  ['[titles-kept-as-sent]', 'texts with outer blanks', [choice(' Coming? ', [' Yes', 'No\n']), freeText('<b>&amp;')]],
  [
    '[optional-ignores-when]',
    'when that is not looked at',
    [rating('?', { requirement: { mode: 'optional', when: 5 } })],
  ],
  [
    '[group-one-to-five-conditions]',
    'five conditions',
    [choice(), rating('?', requiredWhen('any', ...Array.from({ length: 5 }, (): [number, string] => [0, 'No'])))],
  ],
  [
    '[condition-values-are-options]',
    'several values, one twice',
    [choice(), rating('?', requiredWhen('all', [0, 'No', 'Yes', 'No']))],
  ],
  ['[board-requirement-no-effect]', 'a rule on a board', [choice(), board('Ask', requiredWhen('all', [0, 'No']))]],
  [
    '[unknown-properties-any-depth]',
    'unknown members of requirement, group and condition',
    [
      choice(),
      rating('?', {
        requirement: {
          mode: 'conditional',
          why: 'w',
          when: { op: 'any', note: [null], conditions: [{ questionIndex: 0, values: ['Yes'], label: { a: {} } }] },
        },
      }),
    ],
  ],
  [
    '[uninterpreted-text-kept]',
    'NUL and lone surrogates nobody reads',
    [rating('?', { note: 'a\u0000\ud800', 'k\ud800': [] })],
  ],
]
for (const [clause, what, questions] of accepted) {
  test(`kept and returned as sent: ${what} ${clause} [question-index-assigned]`, async () => {
    const api = await newApi(service)
    const { id } = await api.create(questions)
    assert.deepEqual((await api.read(id)).questions, indexed(questions))
    assert.deepEqual((await api.aggregate(id)).questions, indexed(questions))
    assert.deepEqual((await api.saveTemplate(questions)).questions, indexed(questions))
    assert.deepEqual((await api.templates())[0]?.questions, indexed(questions))
    const patched = await api.patch(`/surveys/${id}`, { questions })
    assert.deepEqual(bodyOf<{ questions: object[] }>(patched).questions, indexed(questions))
    assert.deepEqual((await api.read(id)).questions, indexed(questions))
  })
}

test('any index in a new list is replaced [create-ignores-index]', async () => {
  const api = await newApi(service)
  for (const index of [null, 5, -1, 0.5, true, 'x', [], {}, 0]) {
    const sent = [rating('A', { index }), rating('B', { index }), rating('C')]
    const { id } = await api.create(sent)
    assert.deepEqual((await api.read(id)).questions, indexed(sent))
    assert.deepEqual((await api.saveTemplate(sent)).questions, indexed(sent))
  }
})

test('a lone surrogate in a text or option becomes U+FFFD, and the option can be picked and named [text-surrogate-replaced]', async () => {
  const api = await newApi(service)
  const questions = [choice('a\ud800', ['\udc00b', 'c']), rating('d\udfff', requiredWhen('all', [0, '\udc00b']))]
  const { id } = await api.create(questions)
  const [first, second] = (await api.read(id)).questions
  assert.deepEqual([first?.text, first?.options, second?.text], ['a\ufffd', ['\ufffdb', 'c'], 'd\ufffd'])
  assert.deepEqual((await kept(service, id, ['\udc00b', 5])).answers, ['\ufffdb', 5])
})

const numbers = [
  '12345678901234567890',
  '-98765432109876543210.5',
  '1e400',
  '-1E-400',
  '0.1',
  '0.30000000000000004',
  '5e-324',
]

test('numbers keep their value at any size and depth [numbers-keep-digits, unknown-properties-any-depth]', async () => {
  const api = await newApi(service)
  for (const number of numbers) {
    const extra = `"deep":{"a":[{"number":${number}}]}`
    const questions = `[{"type":"rating","text":"?",${extra},"requirement":{"mode":"optional",${extra}}}]`
    const { id } = bodyOf<{ id: string }>(
      await api.post('/surveys', `{"title":"Survey","questions":${questions}}`),
      201,
    )
    const reads = [
      await api.get(`/surveys/${id}`),
      await api.get(`/surveys/${id}?view=aggregate`),
      await api.patch(`/surveys/${id}`, `{"questions":${questions}}`),
      await api.post('/templates', `{"name":"Template","questions":${questions}}`),
      await api.get('/templates'),
    ]
    for (const { text } of reads) {
      const found = [...text.matchAll(/"number":\s*([-+.\deE]+)/g)].map(([, written = '']) => valueIn(written))
      assert.deepEqual(found.slice(0, 2), [valueIn(number), valueIn(number)])
    }
    await api.post(`/surveys/${id}/clone`)
  }
})

test('questions come back as they were spelled, at every level and after an edit [numbers-keep-spelling, members-keep-order]', async () => {
  const api = await newApi(service)
  const extra = '"b":-0,"2":[1.10,1e2,0.0],"1":{"z":1.0,"0":-0.0}'
  const condition = `{"b":1,"questionIndex":0,"2":1,"values":["Yes"],"1":1}`
  const requirement = `{${extra},"mode":"conditional","when":{${extra},"op":"all","conditions":[${condition}]}}`
  const list = (sent: string) =>
    `[{"7":1,"type":"multiple_choice",${extra},"text":"Coming?","options":["Yes"],"index":0},` +
    `{"type":"rating","text":"Why?",${extra},"requirement":${requirement},"scale":5.0,"index":1${sent}}]`
  const questions = list('')
  const { id, admin_token: token } = bodyOf<Created>(
    await api.post('/surveys', `{"title":"Survey","questions":${questions.replaceAll('"index":0', '"index":0.0')}}`),
    201,
  )
  const assertReturned = ({ text }: Answer) => assert.ok(text.includes(`"questions":${questions}`), text)
  assertReturned(await api.get(`/surveys/${id}`))
  assertReturned(await api.patch(`/surveys/${id}`, `{"questions":${questions.replace('"index":1', '"index":1.0')}}`))
  assertReturned(await api.get(`/surveys/${id}`))
  bodyOf(await api.post(`/surveys/${id}/save-as-template`), 201)
  assertReturned(await api.get('/templates'))
  const copy = bodyOf<Created>(await api.post(`/surveys/${id}/clone`), 201)
  assertReturned(await api.get(`/surveys/${copy.id}`))
  assertReturned(await call(service, 'GET', `/admin/api/${id}/export.json`, { token }))
  const respelled = questions.replaceAll('"questionIndex":0', '"questionIndex":-0.0')
  const patched = await api.patch(`/surveys/${id}`, `{"questions":${respelled}}`)
  assert.ok(patched.text.includes('"questionIndex":0,'), patched.text)
})

/** A number's value apart from its spelling: its digits without outer zeros, and the power of ten of the last one. */
function valueIn(written: string): string {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(written) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}

test('names of object internals are plain data at every level and change nothing [object-internal-names-kept]', async () => {
  const api = await newApi(service)
  const internals =
    '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":null,"hasOwnProperty":5'
  const group = `{"op":"all","conditions":[{"questionIndex":0,"values":["Yes"],${internals}}],${internals}}`
  const questions = `[
    {"type":"multiple_choice","text":"Coming?","options":["Yes","__proto__","constructor"],${internals}},
    {"type":"rating","text":"How good?","requirement":{"mode":"conditional","when":${group},${internals}},${internals}}]`
  const { id } = bodyOf<{ id: string }>(
    await api.post('/surveys', `{"title":"Survey","questions":${questions},${internals}}`),
    201,
  )
  const expected = JSON.parse(questions).map((question: object, index: number) => withIndex(question, index))
  assert.deepEqual(JSON.stringify(sorted((await api.read(id)).questions)), JSON.stringify(sorted(expected)))
  assert.deepEqual((await kept(service, id, ['__proto__'])).answers, ['__proto__', null])
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('questions of a body with as many members or values as it may have are read again, each with its index [body-bounded-time, unknown-properties-kept]', async () => {
  const api = await newApi(service)
  const count = 101
  const bodies: [what: string, question: string][] = [
    ['members', `{"type":"free_text","text":"?"${members(JSON_MEMBERS / count - 2)}}`],
    ['values', `{"type":"free_text","text":"?","n":1e999,"list":[0${',0'.repeat(JSON_EXACT_VALUES / count - 6)}]}`],
  ]
  for (const [what, question] of bodies) {
    const questions = `[${Array(count).fill(question).join(',')}]`
    const { id } = bodyOf<Created>(await api.post('/surveys', `{"title":"Large","questions":${questions}}`), 201)
    assert.equal((await api.aggregate(id)).results.length, count, what)
    assert.deepEqual((await kept(service, id, Array(count).fill('!'))).answers, Array(count).fill('!'))
    assert.equal((await api.patch(`/surveys/${id}`, `{"questions":${questions}}`)).status, 200, what)
    for (const copy of ['clone', 'save-as-template']) bodyOf(await api.post(`/surveys/${id}/${copy}`), 201)
  }
})

function members(count: number): string {
  return Array.from({ length: Math.floor(count) }, (_, at) => `,"${at}":0`).join('')
}

/** Spreading would lose an own member named __proto__. */
function withIndex(question: object, index: number): unknown {
  return JSON.parse(JSON.stringify(question).replace(/\}$/, `,"index":${index}}`))
}

/** The same JSON value with the members of each object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}

test('members of __proto__ are never read as members of the body [object-internal-names-kept]', async () => {
  const api = await newApi(service)
  const question = '{"type":"rating","text":"?"}'
  assertRefused(
    await api.post('/surveys', `{"__proto__":{"title":"S","questions":[${question}]}}`),
    400,
    'title is required',
  )
  assertInvalid(await api.post('/surveys', `{"title":"S","__proto__":{"questions":[${question}]}}`))
  assertInvalid(await api.post('/surveys', `{"title":"S","questions":[{"__proto__":${question}}]}`))
  const theme = '{"__proto__":{"primary":"#000000","background":"#ffffff"}}'
  assertRefused(
    await api.post('/surveys', `{"title":"S","questions":[${question}],"theme":${theme}}`),
    400,
    'invalid theme',
  )
  assert.deepEqual(await api.list(), [])
})

test('an optional requirement is returned and its question not required [optional-never-required]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating('How good?', optional)])
  assert.deepEqual((await kept(service, id, [])).answers, [null])
})
