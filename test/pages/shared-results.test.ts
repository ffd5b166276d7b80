import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { board, choice, freeText, optional, rating } from '../api/fixtures.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { newDatabase } from '../database.ts'
import { call, type Service, startService } from '../harness.ts'
import { randomNumbers } from '../random.ts'
import { insides, textOf } from './page.ts'

const QUESTIONS = [
  choice('Which?', ['Tea', '<b>Coffee</b>']),
  rating('How?', optional),
  freeText('Why?', optional),
  board('What?'),
]
const MODES = { afterAnswering: { share_results: 'after_answering' }, whenRevealed: { share_results: 'when_revealed' } }
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'zh']

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

describe('what is not shared', () => {
  for (const [name, settings, hidden] of [
    ['never', [], ['page', 'thanks', 'events', 'results']],
    ['after answering, on the page of questions', [MODES.afterAnswering], ['page', 'events']],
    ['before it is revealed', [MODES.whenRevealed], ['page', 'thanks', 'events', 'results']],
    [
      'once it is hidden again',
      [MODES.whenRevealed, { results_revealed: true }, { results_revealed: false }],
      ['page', 'thanks', 'events', 'results'],
    ],
    [
      'once the mode has changed',
      [MODES.afterAnswering, { results_revealed: true }, MODES.whenRevealed],
      ['page', 'thanks', 'events', 'results'],
    ],
  ] as const)
    test(`${name}: responses to a browser are identical byte for byte, whoever has answered [share-results-nothing-else]`, async () => {
      const admin = await newAdminClient(service, QUESTIONS)
      for (const body of settings) assert.equal((await admin.send('PATCH', '', body)).status, 200)
      const unanswered = await everything(admin.id, hidden)
      await answer(admin.id, 37)
      service.clock.advance(250)
      assert.deepEqual(await everything(admin.id, hidden), unanswered)
    })

  test('below five responses, responses to a browser are identical byte for byte, however many answers there are [share-results-nothing-else]', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', MODES.afterAnswering)
    const unanswered = await everything(admin.id, ['thanks', 'results'])
    for (let responses = 1; responses < 5; responses++) {
      await answer(admin.id, 1)
      service.clock.advance(250)
      assert.deepEqual(await everything(admin.id, ['thanks', 'results']), unanswered, `${responses}`)
    }
    await answer(admin.id, 1)
    service.clock.advance(250)
    assert.notDeepEqual(await everything(admin.id, ['thanks', 'results']), unanswered)
  })

  test('a suspended survey shares nothing, and a taken-down one does not exist [share-results-nothing-else]', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', MODES.afterAnswering)
    await answer(admin.id, 8)
    await service.setDisabled(admin.accountId, true)
    service.clock.advance(250)
    assert.deepEqual(insides(await thanks(admin.id), 'table'), [])
    assert.deepEqual(Object.keys(await firstResults(admin.id)), ['revision'])
    await service.setDisabled(admin.accountId, false)
    await service.takeDown(admin.id, true)
    for (const path of ['thanks', 'events?results'])
      assert.equal((await call(service, 'GET', `/s/${admin.id}/${path}`)).status, 404)
  })
})

describe('the thanks page', () => {
  test('has the counts of choices and ratings as tables, and neither texts nor boards [share-results-thanks-page]', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', MODES.afterAnswering)
    await answer(admin.id, 40, at => [at % 4 === 0 ? 'Tea' : '<b>Coffee</b>', (at % 2) + 7, 'a secret', null])
    service.clock.advance(250)
    const page = await thanks(admin.id)
    const [choices = '', points = ''] = insides(page, 'table')
    assert.deepEqual(insides(choices, 'tr').map(rowOf), [
      ['Option', 'Answers', 'Share'],
      ['Tea', '10', '25%'],
      ['<b>Coffee</b>', '30', '75%'],
    ])
    const [captioned, counted = ''] = insides(points, 'tr')
    assert.deepEqual(rowOf(captioned ?? ''), ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    assert.deepEqual(rowOf(counted), ['0', '0', '0', '0', '0', '0', '20', '20', '0', '0'])
    assert.equal(insides(page, 'table').length, 2)
    assert.match(page, /Responses: 40</)
    assert.match(page, /Answers: 40 · Mean: 7\.5</)
    assert.doesNotMatch(page, /a secret/)
    assert.match(await thanks(admin.id, 'de'), /Mittelwert: 7,5</)
  })

  test('shows no count of a question with fewer than five answers [share-results-few]', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', MODES.afterAnswering)
    await answer(admin.id, 4, () => ['Tea', 3, null, null])
    service.clock.advance(250)
    assert.deepEqual(insides(insides(await thanks(admin.id), 'table')[0] ?? '', 'tr').map(rowOf)[1], ['Tea', '', ''])
    const few = await firstResults(admin.id)
    assert.deepEqual([few.responses, few.results], [null, [null, null]])
    await answer(admin.id, 1, () => ['Tea', null, null, null])
    service.clock.advance(250)
    const { responses, results } = await firstResults(admin.id)
    assert.deepEqual([responses, results], [5, [{ counts: [5, 0] }, null]])
    assert.deepEqual(insides(insides(await thanks(admin.id), 'table')[0] ?? '', 'tr').map(rowOf)[1], [
      'Tea',
      '5',
      '100%',
    ])
  })

  test('the page of questions says that results are shared, and links to them once they are visible [share-results-announced]', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const read = async () => (await call(service, 'GET', `/s/${admin.id}`, { headers: { accept: 'text/html' } })).text
    const link = `href="/s/${admin.id}/thanks?lang=en"`
    assert.ok(!(await read()).includes(link))
    await admin.send('PATCH', '', MODES.whenRevealed)
    assert.match(await read(), /Everyone who takes part can see the results once they are revealed: /)
    assert.match(await read(), />Where the results will appear</)
    assert.ok(!(await read()).includes('See the results'))
    assert.ok((await read()).includes(link))
    await admin.send('PATCH', '', MODES.afterAnswering)
    assert.match(await read(), /Everyone who takes part can see the results: .*>See the results</s)
    await admin.send('PATCH', '', { status: 'closed' })
    assert.match(await read(), /href="[^"]*\/thanks\?lang=en&amp;results"/)
    const page = (await call(service, 'GET', `/s/${admin.id}/thanks?lang=en&results`)).text
    assert.ok(!page.includes('Your answer is in'), 'who comes from there may not have answered')
    assert.equal(insides(page, 'table').length, 2)
  })
})

test('revealing, answers and hiding reach thanks pages, and do not disturb people who are still answering [share-results-events]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await admin.send('PATCH', '', MODES.whenRevealed)
  await answer(admin.id, 6, () => ['Tea', 5, null, null])
  const [watching, answering] = await Promise.all([listen(admin.id, '?results'), listen(admin.id)])
  const hidden = await watching.next()
  assert.deepEqual([hidden.areVisible, hidden.responses, hidden.results], [false, null, [null, null]])
  const before = await answering.next()
  await admin.send('PATCH', '', { results_revealed: true })
  const points = [0, 0, 0, 0, 6, 0, 0, 0, 0, 0]
  const shown = await watching.next()
  assert.deepEqual(shown.results, [{ counts: [6, 0] }, { counts: points, mean: 5 }])
  assert.deepEqual([shown.areVisible, shown.responses, shown.revision], [true, 6, hidden.revision])
  await answer(admin.id, 5, () => ['Tea', null, null, null])
  assert.deepEqual((await watching.next()).results, [{ counts: [11, 0] }, { counts: points, mean: 5 }])
  await admin.send('PATCH', '', { results_revealed: false })
  assert.deepEqual((await watching.next()).results, [null, null])
  await admin.send('PATCH', '', { share_results: 'never' })
  assert.deepEqual(Object.keys(await watching.next()), ['revision'])
  const edited = await answering.next()
  assert.deepEqual([edited.status, edited.revision], ['open', Number(before.revision) + 1])
  await Promise.all([watching.end(), answering.end()])
})

describe('right answers', () => {
  const RIGHT = { en: 'Right', de: 'Richtig', fr: 'Juste', es: 'Correcta', pt: 'Certa', zh: '正确' }
  const marked = ([, label, word]: RegExpExecArray) => [label, word]
  const right = [{ options: [0] }, { from: 7, to: 9 }]
  const begin = async (settings: object) => {
    const admin = await newAdminClient(service, QUESTIONS)
    const change = { ...settings, question_settings: right.map(one => ({ right: one })) }
    assert.equal((await admin.send('PATCH', '', change)).status, 200)
    return admin
  }

  test('come with results that are revealed, and are gone with them [right-answers-shared]', async () => {
    const admin = await begin(MODES.whenRevealed)
    await answer(admin.id, 6, () => ['Tea', 5, null, null])
    const stream = await listen(admin.id, '?results')
    assert.equal((await stream.next()).right, undefined)
    assert.doesNotMatch(await thanks(admin.id), /The right answer: [^{]|class="right"/)
    await admin.send('PATCH', '', { results_revealed: true })
    assert.deepEqual((await stream.next()).right, right)
    service.clock.advance(250)
    const page = await thanks(admin.id)
    assert.match(page, />Answers: 6 · The right answer: Tea</)
    assert.match(page, />Answers: 6 · Mean: 5 · The right answer: 7–9</)
    assert.match(await thanks(admin.id, 'fr'), /La bonne réponse : Tea</)
    for (const [language, word] of Object.entries(RIGHT)) {
      const text = (await thanks(admin.id, language)).replace(/ (?:lang|dir)=[^ >]+/g, '')
      assert.deepEqual([...text.matchAll(/>(\w+)<span class="right"> ✓ (.+?)</g)].map(marked), [['Tea', word]])
      const points = [...text.matchAll(/>(\d+)<span class="right">✓<span class="visually-hidden"> (.+?)</g)]
      assert.deepEqual(
        points.map(marked),
        ['7', '8', '9'].map(point => [point, word]),
      )
    }
    await admin.send('PATCH', '', { results_revealed: false })
    assert.equal((await stream.next()).right, undefined)
    await stream.end()
  })

  test('do not come right after answering, nor all at once at the presenter’s pace [right-answers-shared]', async () => {
    for (const settings of [MODES.afterAnswering, { ...MODES.whenRevealed, paced: true, results_revealed: true }]) {
      const admin = await begin(settings)
      const first = await firstResults(admin.id)
      assert.deepEqual([first.areVisible, first.right], [true, undefined])
      assert.doesNotMatch(await thanks(admin.id), /The right answer: [^{]|class="right"/)
    }
  })
})

test('whatever a phone receives, no change reveals fewer than five answers to a question, or five responses [share-results-steps]', async () => {
  const random = randomNumbers(7)
  let steps = 0
  for (let round = 0; round < 4; round++) {
    const admin = await newAdminClient(service, QUESTIONS)
    await admin.send('PATCH', '', MODES.afterAnswering)
    const received: ResultsEvent[] = []
    const ids: string[] = []
    for (let at = 0; at < 60; at++) {
      const [id] = random() < 0.2 ? ids.splice(Math.floor(random() * ids.length), 1) : []
      if (id !== undefined) assert.equal((await admin.send('DELETE', `/responses/${id}`)).status, 204)
      else
        ids.push(
          await submit(admin.id, [random() < 0.6 ? 'Tea' : '<b>Coffee</b>', random() < 0.5 ? null : 7, null, null]),
        )
      if (random() < 0.7) received.push(await firstResults(admin.id))
    }
    steps += checkSteps(received)
  }
  assert.ok(steps > 20, `${steps} steps`)
})

test('shown counts stay the same after a restart, and follow their options [share-results-steps]', async () => {
  const database = await newDatabase()
  let running = await startService({ database })
  try {
    const admin = await newAdminClient(running, [choice('Which?', ['Tea', 'Coffee'])])
    await admin.send('PATCH', '', MODES.afterAnswering)
    await answer(admin.id, 6, at => [at === 0 ? 'Tea' : 'Coffee'], running)
    assert.deepEqual((await firstResults(admin.id, running)).results, [{ counts: [1, 5] }])
    await answer(admin.id, 4, () => ['Tea'], running)
    const edit = { questions: [choice('Which?', ['Coffee', 'Water', 'Tea'])] }
    assert.equal((await admin.send('PATCH', '', edit)).status, 200)
    await running.close()
    running = await startService({ database })
    assert.deepEqual((await firstResults(admin.id, running)).results, [{ counts: [5, 0, 1] }])
    await answer(admin.id, 1, () => ['Tea'], running)
    assert.deepEqual((await firstResults(admin.id, running)).results, [{ counts: [5, 0, 6] }])
  } finally {
    await running.close()
    await database.drop()
  }
})

test('an event never exceeds 16 kB; pages fetch larger results [share-results-events]', async () => {
  const options = Array.from({ length: 900 }, (_, at) => `Option ${at}`)
  const admin = await newAdminClient(service, Array(10).fill(choice('Which?', options)))
  await admin.send('PATCH', '', MODES.afterAnswering)
  await answer(admin.id, 5, () => Array(10).fill('Option 1'))
  const { version, results } = await firstResults(admin.id)
  assert.equal(results, undefined)
  service.clock.advance(250)
  assert.ok((await thanks(admin.id)).includes(`data-version="${version}"`))
})

interface ResultsEvent {
  readonly status?: string
  readonly revision: number
  readonly version?: string
  readonly areVisible?: boolean
  readonly responses?: number | null
  readonly results?: readonly ({ readonly counts: readonly number[] } | null)[]
  readonly right?: readonly (object | null)[]
}

/** All responses to a browser, in all languages, minus what differs on each load. */
async function everything(slug: string, parts: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  if (parts.includes('page')) {
    for (const accept of ['application/json', ...LANGUAGES])
      found[accept] = (await read(`/s/${slug}`, accept)).replace(/value="[0-9a-f-]{36}"/, '')
  }
  if (parts.includes('thanks'))
    for (const language of LANGUAGES) found[`thanks ${language}`] = await thanks(slug, language)
  if (parts.includes('events')) found.events = await firstEvents(slug, '')
  if (parts.includes('results')) found.results = await firstEvents(slug, '?results')
  return found
}

function read(path: string, accept: string): Promise<string> {
  const headers = accept.includes('/') ? { accept } : { accept: 'text/html', 'accept-language': accept }
  return call(service, 'GET', path, { headers }).then(({ text }) => text)
}

async function thanks(slug: string, language = 'en'): Promise<string> {
  const { status, text } = await call(service, 'GET', `/s/${slug}/thanks?lang=${language}`)
  assert.equal(status, 200)
  return text
}

async function answer(
  slug: string,
  count: number,
  answersOf = (_: number): unknown[] => ['Tea', 9, 'x', null],
  at: Service = service,
) {
  for (let n = 0; n < count; n++) await submit(slug, answersOf(n), at)
}

/** @returns the id of the response */
async function submit(slug: string, answers: unknown[], at = service): Promise<string> {
  const { status, body } = await call(at, 'POST', `/s/${slug}/responses`, { body: { answers } })
  assert.equal(status, 201)
  return String(body.id)
}

/** Checks what a phone received of one survey. @returns how often it changed */
function checkSteps(events: readonly ResultsEvent[]): number {
  let steps = 0
  const seen = new Map<string, readonly number[]>()
  const check = (name: string, numbers: readonly number[] | undefined) => {
    const before = seen.get(name) ?? numbers?.map(() => 0)
    if (numbers === undefined || before === undefined) return
    const changes = numbers.map((number, at) => number - (before[at] ?? 0)).filter(change => change !== 0)
    seen.set(name, numbers)
    if (changes.length === 0) return
    const size = Math.abs(changes.reduce((sum, change) => sum + change))
    assert.ok(size >= 5 && new Set(changes.map(Math.sign)).size === 1, `${name}: ${before} → ${numbers}`)
    steps++
  }
  for (const { responses, results = [] } of events) {
    check('responses', typeof responses === 'number' ? [responses] : undefined)
    for (const [at, result] of results.entries()) check(`question ${at}`, result?.counts)
  }
  return steps
}

function rowOf(row: string): string[] {
  return [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => textOf(cell))
}

async function firstResults(slug: string, at = service): Promise<ResultsEvent> {
  const stream = await listen(slug, '?results', at)
  const event = await stream.next()
  await stream.end()
  return event
}

/** All events of a stream until an edit of the survey, without their random ids. */
async function firstEvents(slug: string, query: string): Promise<string> {
  const stream = await listen(slug, query)
  await stream.next()
  await stream.end()
  return stream.text().replace(/^id: .*$/gm, '')
}

async function listen(slug: string, query = '', running = service) {
  const response = await fetch(`${running.baseUrl}/s/${slug}/events${query}`)
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let at = 0
  return {
    /** The next event about the survey or its results; board events are skipped. */
    async next(): Promise<ResultsEvent> {
      for (;;) {
        const end = text.indexOf('\n\n', at)
        if (end < 0) text += (await reader.read()).value ?? assert.fail('the stream has ended')
        else {
          const [, data] = /^event: (?:survey|results)\n[\s\S]*data: (.*)$/m.exec(text.slice(at, end)) ?? []
          at = end + 2
          if (data !== undefined) return JSON.parse(data)
        }
      }
    },
    text: () => text,
    end: () => reader.cancel(),
  }
}
