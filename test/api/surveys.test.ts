import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, startService } from '../harness.ts'
import {
  type Api,
  assertInvalid,
  assertRefused,
  bodyOf,
  type Created,
  indexed,
  newApi,
  rating,
  TIME,
  UUID_V4,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

/** An account with one survey and one template, and the paths to them. */
async function stocked() {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const template = await api.saveTemplate([rating()])
  return { api, survey, template, clone: `/surveys/${survey.id}/clone`, launch: `/templates/${template.id}/launch` }
}

test('create returns all of its fields [created-survey-fields, random-slug-three-words, admin-token-per-survey, admin-url-contains-token, uuid-v4-shape, times-rfc3339]', async () => {
  const { create } = await newApi(service)
  const { id, admin_token, ...rest } = await create([rating()], { title: 'Lunch' })
  assert.match(id, /^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/)
  assert.match(admin_token, UUID_V4)
  assert.match(rest.created_at, TIME)
  assert.deepEqual(rest, {
    title: 'Lunch',
    url: `${service.baseUrl}/s/${id}`,
    admin_url: `${service.baseUrl}/admin/${id}#${admin_token}`,
    created_at: new Date(service.clock.now()).toISOString(),
    theme: 'default',
  })
})

test('a new survey reads back as open and without responses [create-survey, survey-fields, api-survey-never-expires, read-omits-admin-token, survey-url, new-survey-open, theme-reads-default]', async () => {
  const api = await newApi(service)
  const questions = [rating('How good?'), rating('How bad?')]
  const { id, title, url, created_at } = await api.create(questions)
  assert.deepEqual(await api.read(id), {
    id,
    title,
    status: 'open',
    created_at,
    expires_at: null,
    url,
    questions: indexed(questions),
    response_count: 0,
    responses: [],
    theme: 'default',
  })
})

test('each survey has its own id and admin token [admin-token-per-survey, random-slug-three-words]', async () => {
  const { create } = await newApi(service)
  const made: Created[] = []
  while (made.length < 50) made.push(await create([rating()]))
  assert.equal(new Set(made.map(({ id }) => id)).size, 50)
  assert.equal(new Set(made.map(({ admin_token }) => admin_token)).size, 50)
})

test('unknown members of a body change nothing [new-survey-open]', async () => {
  const api = await newApi(service)
  const extra = {
    id: 'chosen',
    status: 'closed',
    expires_at: '2030-01-01T00:00:00Z',
    response_count: 9,
    archived: true,
  }
  const { id } = await api.create([rating()], extra)
  assert.notEqual(id, 'chosen')
  const { status, expires_at, response_count } = await api.read(id)
  assert.deepEqual({ status, expires_at, response_count }, { status: 'open', expires_at: null, response_count: 0 })
  assert.equal((await api.list()).length, 1)
})

/** The four places where a title or name is given. */
const titled: {
  where: string
  member: 'title' | 'name'
  tooLong: string
  send: (title: unknown) => Promise<Answer>
}[] = [
  {
    where: 'POST /surveys',
    member: 'title',
    tooLong: 'title is too long',
    send: async title => (await newApi(service)).post('/surveys', { title, questions: [rating()] }),
  },
  {
    where: 'clone',
    member: 'title',
    tooLong: 'title is too long',
    send: async title => {
      const { api, clone } = await stocked()
      return api.post(clone, { title })
    },
  },
  {
    where: 'POST /templates',
    member: 'name',
    tooLong: 'name is too long',
    send: async name => (await newApi(service)).post('/templates', { name, questions: [rating()] }),
  },
  {
    where: 'save-as-template',
    member: 'name',
    tooLong: 'title is too long',
    send: async name => {
      const { api, survey } = await stocked()
      return api.post(`/surveys/${survey.id}/save-as-template`, { name })
    },
  },
]

const LONGEST = 'x'.repeat(200)
const LONGEST_ASTRAL = '😀'.repeat(200)
const keptTitles = [
  ' Lunch ',
  LONGEST,
  LONGEST_ASTRAL,
  'a\tb\nc\u0001\u007f',
  '<b>&amp;"\'',
  'e\u0301',
  'a\u200b',
  'null',
]
const blankTitles = ['', ' ', '\t\r\n', '\u00a0\u3000', '\u200b', null, 5, true, [], {}, ['Lunch']]

for (const { where, member, tooLong, send } of titled) {
  test(`${where} keeps a ${member} as sent [titles-kept-as-sent, limit-title-200, lengths-in-code-points]`, async () => {
    for (const title of keptTitles) {
      assert.equal(bodyOf<Record<string, unknown>>(await send(title), 201)[member], title)
    }
  })

  test(`${where} refuses a ${member} that is blank or no string [title-blank-is-missing, error-title-required, error-name-required, clone-title-validated, save-template-blank-name]`, async () => {
    for (const title of blankTitles) assertRefused(await send(title), 400, `${member} is required`)
  })

  test(`${where} refuses 201 characters [error-title-too-long, error-name-too-long, limit-title-200, lengths-in-code-points, clone-title-validated]`, async () => {
    for (const title of [`${LONGEST}x`, `${LONGEST_ASTRAL}x`]) assertRefused(await send(title), 400, tooLong)
  })

  test(`${where} refuses a NUL and replaces lone surrogates [text-nul-refused, text-surrogate-replaced]`, async () => {
    assertInvalid(await send('a\u0000b'))
    const made = bodyOf<Record<string, unknown>>(await send('a\ud800b\udc00\ud83d\ude00'), 201)
    assert.equal(made[member], 'a\ufffdb\ufffd😀')
  })
}

for (const [path, error] of [
  ['/surveys', 'title is required'],
  ['/templates', 'name is required'],
] as const) {
  test(`POST ${path} without it: ${error} [title-blank-is-missing]`, async () => {
    assertRefused(await (await newApi(service)).post(path, { questions: [rating()] }), 400, error)
  })
}

const legalSlugs = ['abc', '123', 'a-b', 'a1-b2-c3', '0-0', 'my-api', 'apis', 'api-1', 'x'.repeat(64)]
const illegalSlugs = [
  '',
  'a',
  'ab',
  'x'.repeat(65),
  'Abc',
  'a_b',
  '-ab',
  'ab-',
  'a--b',
  'a b',
  'a.b',
  'äbc',
  'ａｂｃ',
  'api',
]
const mendableSlugs = [' abc', 'abc ', 'abc\n', 'ABC', 'abc\u0000', 'a\u00adbc']
const noSlugs = [null, 5, true, [], {}, ['abc']]

test('a legal slug becomes the id and the link [create-custom-slug, slug-pattern, slug-length]', async () => {
  const api = await newApi(service)
  for (const slug of legalSlugs) {
    const { id, url } = await api.create([rating()], { slug })
    assert.deepEqual({ id, url }, { id: slug, url: `${service.baseUrl}/s/${slug}` })
    assert.equal((await api.read(slug)).id, slug)
  }
})

test('anything else is refused on create, clone and launch [slug-pattern, slug-length, slug-api-reserved, slug-not-corrected, slug-not-a-string, error-invalid-slug]', async () => {
  for (const slug of [...illegalSlugs, ...mendableSlugs, ...noSlugs]) {
    const { api, clone, launch } = await stocked()
    for (const path of ['/surveys', clone, launch]) {
      const body = { title: 'Survey', questions: [rating()], slug }
      assertRefused(await api.post(path, body), 400, 'invalid slug')
    }
    assert.equal((await api.list()).length, 1)
  }
})

test('a slug is taken whoever owns it, even if the survey is archived or closed [error-slug-taken]', async () => {
  const { api: owner } = await stocked()
  await owner.create([rating()], { slug: 'taken-by-archived' })
  await owner.patch('/surveys/taken-by-archived', { archived: true, status: 'closed' })
  const { api, survey, clone, launch } = await stocked()
  for (const slug of ['taken-by-archived', survey.id]) {
    for (const path of ['/surveys', clone, launch]) {
      const answer = await api.post(path, { title: 'Survey', questions: [rating()], slug })
      assertRefused(answer, 409, 'slug taken', 'slug_taken')
    }
  }
  assert.equal((await api.list()).length, 1)
})

test('of parallel creates with one slug, one succeeds [error-slug-taken]', async () => {
  const apis = await Promise.all(Array.from({ length: 20 }, () => newApi(service)))
  const body = { title: 'Survey', questions: [rating()], slug: 'only-one-wins' }
  const answers = await Promise.all(apis.map(api => api.post('/surveys', body)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assertRefused(answer, 409, 'slug taken', 'slug_taken')
  }
})

const pair = { primary: '#0a1B2c', background: '#FFFFFF' }
const themes = ['default', 'sunset', 'ocean', 'forest', 'rose', 'slate', pair]
const noThemes = [null, 5, true, [], {}, '', 'Ocean', 'ocean ', 'plaid', '#ffffff', ['ocean'], [pair]]
const noPairs = [
  { primary: '#000000' },
  { background: '#000000' },
  { primary: '#000', background: '#ffffff' },
  { primary: '#00000g', background: '#ffffff' },
  { primary: '000000', background: '#ffffff' },
  { primary: '#0000000', background: '#ffffff' },
  { primary: '#000000\n', background: '#ffffff' },
  { primary: null, background: '#ffffff' },
  { primary: '#000000', background: 0 },
  { primary: ['#000000'], background: '#ffffff' },
]

/** The four places where a theme is given; each returns the survey’s id and theme. */
const themed: [where: string, send: (theme: unknown) => Promise<{ api: Api; answer: Answer }>][] = [
  [
    'create',
    async theme => {
      const api = await newApi(service)
      return { api, answer: await api.post('/surveys', { title: 'Survey', questions: [rating()], theme }) }
    },
  ],
  [
    'PATCH',
    async theme => {
      const { api, survey } = await stocked()
      return { api, answer: await api.patch(`/surveys/${survey.id}`, { theme }) }
    },
  ],
  [
    'clone',
    async theme => {
      const { api, clone } = await stocked()
      return { api, answer: await api.post(clone, { theme }) }
    },
  ],
  [
    'launch',
    async theme => {
      const { api, launch } = await stocked()
      return { api, answer: await api.post(launch, { theme }) }
    },
  ],
]
for (const [where, send] of themed) {
  test(`${where} takes a theme and reports it [theme-presets, theme-colour-pair, theme-reported-is-actual, theme-extra-keys-dropped]`, async () => {
    for (const theme of [...themes, { ...pair, name: 'dropped', accent: '#000000' }]) {
      const { api, answer } = await send(theme)
      const { id, theme: reported } = bodyOf<Created>(answer, where === 'PATCH' ? 200 : 201)
      const expected = typeof theme === 'string' ? theme : pair
      assert.deepEqual([reported, (await api.read(id)).theme], [expected, expected])
    }
  })

  test(`${where} refuses any other theme [error-invalid-theme, theme-pair-complete, theme-null-refused]`, async () => {
    for (const theme of [...noThemes, ...noPairs]) assertRefused((await send(theme)).answer, 400, 'invalid theme')
  })
}

test('default removes the theme [theme-default-clears]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()], { theme: pair })
  assert.equal(bodyOf<Created>(await api.patch(`/surveys/${id}`, { theme: 'default' })).theme, 'default')
  assert.equal((await api.read(id)).theme, 'default')
})

test('a theme sent through the API does not become the default of the next survey [theme-leaves-saved-palette]', async () => {
  const { api, survey, launch } = await stocked()
  await api.create([rating()], { theme: 'ocean' })
  await api.patch(`/surveys/${survey.id}`, { theme: pair })
  bodyOf(await api.post(launch, { theme: 'rose' }), 201)
  assert.equal((await api.create([rating()])).theme, 'default')
  assert.equal(bodyOf<Created>(await api.post(launch), 201).theme, 'default')
})

test('create and launch without a theme use the palette last saved [theme-from-saved-palette, launch-body-optional, theme-leaves-saved-palette]', async () => {
  const { api, survey, launch, clone } = await stocked()
  for (const palette of ['forest', pair, 'default']) {
    await service.savePalette(api.caller.accountId, palette)
    const created = await api.create([rating()])
    const launched = bodyOf<Created>(await api.post(launch), 201)
    for (const { id, theme } of [created, launched]) {
      assert.deepEqual([theme, (await api.read(id)).theme], [palette, palette])
    }
    bodyOf(await api.patch(`/surveys/${survey.id}`, { theme: 'ocean' }))
    assert.equal(bodyOf<Created>(await api.post(clone), 201).theme, 'ocean')
    assert.deepEqual((await api.create([rating()])).theme, palette)
  }
})

test('default, and any other theme, overrides the saved palette [theme-default-overrides-palette]', async () => {
  const { api, launch } = await stocked()
  await service.savePalette(api.caller.accountId, 'forest')
  for (const theme of ['default', 'rose', pair]) {
    assert.deepEqual((await api.create([rating()], { theme })).theme, theme)
    assert.deepEqual(bodyOf<Created>(await api.post(launch, { theme }), 201).theme, theme)
  }
})
