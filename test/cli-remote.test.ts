import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { planChange } from '../src/cli/remote/plan.ts'
import type { JsonObject } from '../src/domain/json.ts'
import { choice, freeText, kept, newApi, rating } from './api/fixtures.ts'
import { type FailingProxy, startProxy } from './client/failing-proxy.ts'
import { freePort } from './free-port.ts'
import { startService } from './harness.ts'
import { assertRefused } from './installation.ts'
import { type Outcome, type Run, run, temporaryFolder } from './program.ts'
import { assertSnapshot } from './snapshot.ts'

const service = await startService()
after(() => service.close())

const SURVEY = `# The survey before our Friday lunch
title: Team lunch
slug: SLUG
theme: forest
questions:
  - type: multiple_choice
    text: Will you come?
    options: [Yes, No, Maybe] # the kitchen counts these
  - type: free_text
    text: What should the kitchen know?
    requirement:
      mode: conditional
      when: { op: all, conditions: [{ questionIndex: 0, values: [Yes] }] }
  - { type: rating, text: How good was the last lunch?, requirement: { mode: optional } }
`

type Command = (words: string, options?: Partial<Run>) => Promise<Outcome>

/** The command line of a user with a token and a folder of files. */
async function commandLine(t: TestContext) {
  const folder = temporaryFolder(t)
  const api = await newApi(service)
  const dataDir = join(folder, 'nothing')
  const env = { SOUNDINGS_TOKEN: api.caller.token }
  const soundings: Command = (words, options) =>
    run(['--server', service.baseUrl, ...words.split(' ')], { dataDir, env, ...options })
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return { api, folder, soundings, write, dataDir }
}

test('a teacher keeps a survey in a file, changes it, sees what would be refused and why, and applies it', async t => {
  const { api, soundings, write } = await commandLine(t)
  const slug = 'teacher-lunch'
  const text = SURVEY.replace('SLUG', slug)
  const file = write('lunch.yaml', text)
  const transcript = ['$ cat lunch.yaml', text.trimEnd()]
  const type = async (words: string, status: number, answer?: string) => {
    const outcome = await soundings(
      words.replace('lunch.yaml', file),
      answer ? { input: `${answer}\n`, isTerminal: true } : {},
    )
    assert.equal(outcome.status, status, outcome.stderr)
    const stderr = outcome.stderr.replace('[y/N] ', `[y/N] ${answer}\n`)
    transcript.push('', `$ soundings ${words}`, (stderr + outcome.stdout).trimEnd())
  }
  await type('apply lunch.yaml', 0, 'y')
  await type('diff lunch.yaml', 0)
  await kept(service, slug, ['Yes', 'No nuts', 9])

  transcript.push('', '# Somebody responds. Then the file gets another title, option and type, and a new question.')
  const refused = text.replace('Maybe', 'Later').replace('type: rating', 'type: free_text').replace('Team', 'Friday')
  write('lunch.yaml', `${refused}  - { type: rating, text: How long may it take?, requirement: { mode: optional } }\n`)
  await type('diff lunch.yaml', 1)
  await type('apply lunch.yaml --yes', 1)
  assert.equal((await api.read(slug)).title, 'Team lunch')

  transcript.push('', '# These changes are undone. The file gets a new option and another theme.')
  write('lunch.yaml', text.replace('Maybe]', 'Maybe, Later]').replace('forest', 'ocean'))
  await type('apply lunch.yaml', 1, 'n')
  assert.equal((await api.read(slug)).theme, 'forest')
  await type('apply lunch.yaml', 0, 'y')
  await type('apply lunch.yaml', 0)
  await type(`results ${slug}`, 0)
  await type(`surveys close ${slug}`, 0)
  const { theme, questions, responses } = await api.read(slug)
  assert.deepEqual([theme, questions[0]?.options], ['ocean', ['Yes', 'No', 'Maybe', 'Later']])
  assert.deepEqual(responses[0]?.answers, ['Yes', 'No nuts', 9])
  const comparable = transcript.join('\n').replaceAll(service.baseUrl, 'https://soundings.example')
  assertSnapshot('teacher.txt', `${comparable.replace(/#[0-9a-f-]{36}/, '#TOKEN')}\n`)
})

test('apply asks before it saves, unless nobody can answer', async t => {
  const { api, soundings, write } = await commandLine(t)
  const file = write('lunch.yaml', SURVEY.replace('SLUG', 'silent-lunch'))
  const outcome = await soundings(`apply ${file}`)
  assertRefusedAtEnd(outcome, 2, 'standard input is not a terminal, so you cannot be asked to confirm; pass --yes')
  assert.equal((await api.get('/surveys/silent-lunch')).status, 404)
  assert.match((await soundings(`apply ${file} --yes`)).stdout, /^Created silent-lunch\.\nRespond {4}http/)
})

function assertRefusedAtEnd({ status, stderr, stdout }: Outcome, expected: number, message: string): void {
  assert.deepEqual([status, stdout], [expected, ''])
  assert.ok(stderr.endsWith(`soundings: ${message}\n`), stderr)
}

test('surveys are created, listed, printed as a file without differences, closed and reopened', async t => {
  const { api, soundings, write } = await commandLine(t)
  const json = `{ // the same in JSON\n"title": "Lunch // and more", /* "slug": 1 */ "slug": "json-lunch",\n"questions": [{ "type": "rating", "text": "How?" }] }`
  const { stdout: links } = await soundings(`surveys create ${write('lunch.json', json)}`)
  assert.match(links, /^Respond {4}http.+\/s\/json-lunch\nDashboard {2}http.+\/admin\/json-lunch#[0-9a-f-]{36}\n$/)
  const { title } = await api.read('json-lunch')
  assert.equal(title, 'Lunch // and more')
  const { stdout: shown } = await soundings('surveys show json-lunch')
  assert.match(
    shown,
    /^# http.+\/s\/json-lunch · open · 0 responses\ntitle: Lunch \/\/ and more\nslug: json-lunch\ntheme: default\nquestions:\n/,
  )
  assert.equal((await soundings(`diff ${write('shown.yaml', shown)}`)).stdout, 'No differences.\n')
  assert.equal((await soundings('surveys close json-lunch')).stdout, 'json-lunch is closed.\n')
  assert.equal(
    (await soundings('surveys list')).stdout,
    'SLUG        STATUS  RESPONSES  TITLE\njson-lunch  closed  0          Lunch // and more\n',
  )
  assert.deepEqual(JSON.parse((await soundings('surveys list --open --json')).stdout), [])
  assert.equal((await soundings('surveys open json-lunch')).stdout, 'json-lunch is open.\n')
})

test('results --watch prints results whenever they change, until the survey is closed', async t => {
  const { api, soundings } = await commandLine(t)
  const { id } = await api.create([choice('Coming?\u001b', ['Yes', 'No\nway']), rating(), freeText()], {
    title: 'Lunch',
  })
  await kept(service, id, ['Yes', 9, 'Nuts'])
  const proxy = await startProxy(t, service.baseUrl)
  const watching = soundings(`results ${id} --watch --every 1 --json --server ${proxy.server}`)
  // The command sends its next request only after it has handled the response to the one before.
  await seen(proxy, 2)
  await kept(service, id, ['Yes', 4, 'Nuts'])
  await seen(proxy, proxy.seen.length + 2)
  await api.patch(`/surveys/${id}`, { status: 'closed' })
  const lines = (await watching).stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const shown = lines.map(({ status, response_count }) => [status, response_count])
  assert.deepEqual(shown, [
    ['open', 1],
    ['open', 2],
    ['closed', 2],
  ])
  const { stdout } = await soundings(`results ${id} --watch`)
  assert.match(
    stdout,
    /^Lunch · closed · 2 responses\n\n1\. Coming\?\\u001b · 2 answered\n {3}Yes {10}█{24} 2\n {3}No\\u000away {2}0\n/,
  )
  assert.match(stdout, /2 answered, mean 6\.5\n[\s\S]*\n {3}4 {3}█{24} 1\n[\s\S]*\n\n3\. .+ · 2 texts\n$/)
})

async function seen(proxy: FailingProxy, requests: number): Promise<void> {
  while (proxy.seen.length < requests) await setTimeout(10)
}

test('a token is read from a file or the environment, and never printed', async t => {
  const { api, soundings, write, dataDir } = await commandLine(t)
  const { token } = api.caller
  const file = write('token.txt', `${token}\n`)
  const words = ['surveys', 'list', `--server=${service.baseUrl}`, '--token-file', file]
  assert.equal((await run(words, { dataDir })).status, 0)
  const missing = await soundings('surveys list', { env: {} })
  assertRefused(missing, 2, 'missing token: use --token-file FILE or set SOUNDINGS_TOKEN')
  const wrong = await soundings('surveys list', { env: { SOUNDINGS_TOKEN: 'snd_pat_wrong' } })
  assertRefused(wrong, 1, 'authentication required; the token is unknown, revoked or expired')
  const env = { SOUNDINGS_TOKEN: token, LOG_LEVEL: 'trace' }
  for (const misplaced of [
    `--token ${token} surveys list`,
    `surveys list --token=${token}`,
    `surveys list ${token}`,
    `surveys show ${token}`,
  ]) {
    const { status, stdout, stderr } = await soundings(misplaced, { env })
    assert.notEqual(status, 0)
    assert.ok(!(stdout + stderr).includes(token), stderr)
  }
  for (const server of [
    'ftp://example.org',
    `https://me:${token}@example.org`,
    `https://${token}@example.org`,
    'example.org',
  ])
    assertRefused(
      await run(['--server', server, 'surveys', 'list'], { dataDir, env }),
      2,
      /^--server must be an address such as/,
    )
  assertRefused(await run(['surveys', 'list'], { dataDir, env }), 2, 'missing option: --server URL')
})

test('error messages about files and servers say what to do', async t => {
  const { soundings, write } = await commandLine(t)
  const cases: [text: string, message: RegExp, words?: string][] = [
    ['title: a\nquestions: [\n - a: b: c\n', /survey\.yaml: Nested mappings .+ at line 3, column 7$/],
    ['- title', /survey\.yaml: not a survey; a survey has a title and questions$/],
    ['title: a\nslogan: b\n', /survey\.yaml: unknown field "slogan"; a survey has title, slug, theme, questions$/],
    ['title: a\nquestions: [{ type: rating, text: .inf }]', /survey\.yaml: question 1: text is required$/],
    ['title: a\nslug: A\ntheme: x\nquestions: []', /survey\.yaml: questions must be a list of at least one question$/],
    ['title: a\nslug: A\nquestions: [{ type: rating, text: b }]', /survey\.yaml: invalid slug$/],
    ['title: a\nquestions: []', /^missing argument: SLUG; the file has no slug either$/, 'diff'],
  ]
  for (const [text, message, words = 'surveys create'] of cases) {
    const outcome = await soundings(`${words} ${write('survey.yaml', text)}`)
    assertRefused(outcome, words === 'diff' ? 2 : 1, message)
  }
  assertRefused(
    await soundings('surveys show no-such'),
    1,
    'not found; "surveys list" shows the surveys of this account',
  )
  await soundings(`surveys create ${write('survey.yaml', SURVEY.replace('SLUG', 'taken-lunch'))}`)
  assertRefused(
    await soundings(`surveys create ${write('survey.yaml', SURVEY.replace('SLUG', 'taken-lunch'))}`),
    1,
    'slug taken; choose another slug',
  )
  assertRefused(await soundings('diff no-such.yaml'), 1, 'no-such.yaml: no such file')
  const unreachable = await run(['surveys', 'close', 'x', '--server', `http://127.0.0.1:${await freePort()}`], {
    dataDir: 'none',
    env: { SOUNDINGS_TOKEN: 'x' },
  })
  assertRefused(unreachable, 1, /^the service could not be reached: .*ECONNREFUSED/)
})

test('only the 404 of the API means that a survey does not exist', async t => {
  const { soundings, write } = await commandLine(t)
  const file = write('lunch.yaml', SURVEY.replace('SLUG', 'no-such-lunch'))
  assert.match((await soundings(`diff ${file}`)).stdout, /does not exist yet/)
  const proxy = await startProxy(t, service.baseUrl)
  for (const body of ['<h1>Not found</h1>', '{"error":"Not Found","path":"/api"}']) {
    proxy.fail({ status: 404, body })
    const outcome = await soundings(`apply ${file} --yes --server ${proxy.server}`)
    assertRefused(outcome, 1, /; check the server address$/)
  }
  assert.deepEqual(
    proxy.seen.map(({ method }) => method),
    ['GET', 'GET'],
  )
})

describe('the plan of a change has the refusals of the server', () => {
  const coming: JsonObject = { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'] }
  const why: JsonObject = { type: 'rating', text: 'Why?', requirement: when(0, 'Yes') }
  const what: JsonObject = { type: 'free_text', text: 'What?' }
  const stored = [coming, why, what]
  const edits: [name: string, file: JsonObject][] = [
    ['nothing', { questions: stored }],
    ['a new text', { questions: [coming, { ...why, text: 'How?' }, what] }],
    ['an option more', { questions: [{ ...coming, options: ['No', 'Yes', 'Maybe'] }, why, what] }],
    ['an option less', { questions: [{ ...coming, options: ['Yes'] }, why, what] }],
    ['no options', { questions: [{ ...coming, options: [] }, why, what] }],
    ['another type', { questions: [coming, why, { ...what, type: 'rating' }] }],
    ['a question less', { questions: [coming, why] }],
    ['another order', { questions: [why, coming, what] }],
    [
      'another order with indexes',
      {
        questions: [
          { ...what, index: 2 },
          { ...coming, index: 0 },
          { ...why, index: 1 },
        ],
      },
    ],
    ['a rule that names a later question', { questions: [coming, { ...why, requirement: when(2, 'x') }, what] }],
    ['a theme that there is not', { theme: 'plaid', questions: stored }],
    ['no questions', {}],
  ]
  for (const responses of [0, 1]) {
    for (const [name, file] of edits) {
      test(`${name}, with ${responses} responses`, async () => {
        const api = await newApi(service)
        const { id } = await api.create(stored)
        if (responses > 0) await kept(service, id, ['No', null, 'Nuts'])
        const plan = planChange(JSON.parse(JSON.stringify(await api.aggregate(id))), file)
        const answer = await api.patch(`/surveys/${id}`, {
          ...file,
          ...(file.questions === undefined && { questions: null }),
        })
        const refusals = answer.status === 200 ? [] : [answer.body.error]
        assert.deepEqual(
          plan.refusals.map(reason => reason.replace(/^question \d: (?=cannot|multiple_choice)/, '')),
          refusals,
        )
        const { questions } = await api.read(id)
        if (answer.status === 200) assert.deepEqual(plan.after.questions, questions)
        assert.equal(Object.keys(plan.change).length > 0 || refusals.length > 0, name !== 'nothing')
      })
    }
  }

  test('a title that differs, which the API would ignore, is refused', async () => {
    const api = await newApi(service)
    const { id } = await api.create(stored, { title: 'Lunch' })
    const plan = planChange(JSON.parse(JSON.stringify(await api.aggregate(id))), { title: 'Dinner', questions: stored })
    assert.deepEqual(plan.refusals, ['the title of a survey cannot be changed; it is "Lunch"'])
  })
})

function when(questionIndex: number, value: string): JsonObject {
  return { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values: [value] }] } }
}
