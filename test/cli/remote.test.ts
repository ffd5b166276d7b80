import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { SurveyResults } from '../../clients/typescript/src/client.ts'
import { planChange } from '../../src/cli/remote/plan.ts'
import { editQuestions } from '../../src/domain/surveys/edit.ts'
import { encodeQuestions, parseQuestionList } from '../../src/domain/surveys/question.ts'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { choice, freeText, kept, newApi, rating } from '../api/fixtures.ts'
import { type FailingProxy, startProxy } from '../client/failing-proxy.ts'
import { freePort } from '../free-port.ts'
import { call, startService } from '../harness.ts'
import { assertRefused } from '../installation.ts'
import { type Outcome, type Run, run, temporaryFolder } from '../program.ts'
import { assertSnapshot } from '../snapshot.ts'

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
  await type('diff lunch.yaml', 3)
  await type('apply lunch.yaml --yes', 3)
  assert.equal((await api.read(slug)).title, 'Team lunch')

  transcript.push('', '# These changes are undone. The file gets a new option and another theme.')
  write('lunch.yaml', text.replace('Maybe]', 'Maybe, Later]').replace('forest', 'ocean'))
  await type('diff lunch.yaml', 2)
  await type('apply lunch.yaml', 1, 'n')
  assert.equal((await api.read(slug)).theme, 'forest')
  await type('apply lunch.yaml', 0, 'y')
  await type('apply lunch.yaml', 0)
  await type(`results ${slug}`, 0)
  await type(`surveys close ${slug}`, 0)
  const { theme, questions, responses } = await api.read(slug)
  assert.deepEqual([theme, questions[0]?.options], ['ocean', ['Yes', 'No', 'Maybe', 'Later']])
  assert.deepEqual(responses[0]?.answers, ['Yes', 'No nuts', 9])
  const comparable = transcript
    .join('\n')
    .replaceAll(service.baseUrl, 'https://soundings.example')
    .replaceAll(file, 'lunch.yaml')
  assertSnapshot('teacher.txt', `${comparable.replace(/#[0-9a-f-]{36}/, '#TOKEN')}\n`)
})

test('diff and apply say which answers stay under other words [survey-file-reworded]', async t => {
  const { soundings, write } = await commandLine(t)
  const text = SURVEY.replace('SLUG', 'reworded-lunch')
  const file = write('lunch.yaml', text)
  await soundings(`apply ${file} --yes`)
  write('lunch.yaml', text.replace('Will you come?', 'Will you stay away?'))
  assert.ok(!(await soundings(`diff ${file}`)).stdout.includes('stay under'))
  for (let n = 0; n < 2; n++) await kept(service, 'reworded-lunch', ['Yes', 'No nuts', 9])
  const stay = '\nAnswers that stay under new words:\n  question 1: 2 answers\n'
  assert.ok((await soundings(`diff ${file}`)).stdout.endsWith(stay))
  const { reworded } = JSON.parse((await soundings(`diff ${file} --json`)).stdout)
  assert.deepEqual(reworded, [{ index: 0, answers: 2 }])
  assert.ok((await soundings(`apply ${file} --yes`)).stderr.includes(stay))
  assert.equal((await soundings(`diff ${file}`)).stdout, 'No differences.\n')
})

test('apply asks before it saves, unless nobody can answer', async t => {
  const { api, soundings, write } = await commandLine(t)
  const file = write('lunch.yaml', SURVEY.replace('SLUG', 'silent-lunch'))
  const outcome = await soundings(`apply ${file}`)
  assertRefusedAtEnd(outcome, 1, 'standard input is not a terminal, so you cannot be asked to confirm; pass --yes')
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

test('a file says what language a survey is in, and changes it [survey-file-language]', async t => {
  const { api, soundings, write } = await commandLine(t)
  const text = SURVEY.replace('SLUG', 'language-lunch')
  const inLanguage = (language: string) => write('survey.yaml', text.replace('theme:', `language: ${language}\ntheme:`))
  const chosen = async () => {
    const { admin_token: token = '' } =
      (await api.list('?include_admin=1')).find(({ id }) => id === 'language-lunch') ?? {}
    return (await call(service, 'GET', '/admin/api/language-lunch', { token })).body.language
  }
  const refused = await soundings(`surveys create ${inLanguage('klingon')}`)
  assert.equal(refused.status, 3)
  assert.match(
    refused.stderr,
    /line 4, column 11: language must be null or a language tag that we know, such as "en" or "ar"/,
  )
  assert.equal((await soundings(`surveys create ${inLanguage('ar')}`)).status, 0)
  assert.equal(await chosen(), 'ar')
  const shown = (await soundings('surveys show language-lunch')).stdout
  assert.match(shown, /^theme: forest\nlanguage: ar\nquestions:$/m)
  assert.equal((await soundings(`diff ${write('shown.yaml', shown)}`)).status, 0)
  const { status, stdout } = await soundings(`diff ${inLanguage('FA')}`)
  assert.equal(status, 2)
  assert.match(stdout, /^- +language: ar\n\+ +language: fa$/m)
  assert.equal((await soundings(`apply ${inLanguage('FA')} --yes`)).status, 0)
  assert.equal(await chosen(), 'fa')
  assert.equal((await soundings(`apply ${write('without.yaml', text)} --yes`)).status, 0)
  assert.equal(await chosen(), 'fa', 'a file without a language changes none')
  assert.equal((await soundings(`diff ${inLanguage('latin')}`)).status, 3)
  assert.equal((await soundings(`apply ${inLanguage('null')} --yes`)).status, 0)
  assert.equal(await chosen(), null)
  await api.patch('/surveys/language-lunch', { archived: true })
  const archived = await soundings(`diff ${inLanguage('de')}`)
  assert.equal(archived.status, 3)
  assert.match(archived.stderr, /can be neither read nor changed while it is archived/)
})

test('a file says what is set beside questions, and changes it [survey-file-question-settings]', async t => {
  const { api, soundings, write } = await commandLine(t)
  const text = SURVEY.replace('SLUG', 'settings-lunch').trimEnd()
  const settings = (...lines: readonly string[]) =>
    write('survey.yaml', [text, 'question_settings:', ...lines.map(line => `  - ${line}`), ''].join('\n'))
  const stored = async () => {
    const { admin_token: token = '' } =
      (await api.list('?include_admin=1')).find(({ id }) => id === 'settings-lunch') ?? {}
    return (await call(service, 'GET', '/admin/api/settings-lunch', { token })).body.question_settings
  }
  const refused = await soundings(`surveys create ${settings('right: { options: [9] }')}`)
  assert.deepEqual([refused.status, /question 1: it has no option 10/.test(refused.stderr)], [3, true])
  assert.equal((await soundings(`apply ${settings('right: { options: [1] }')} --yes`)).status, 0)
  assert.deepEqual(await stored(), [{ right: { options: [1] } }])
  const shown = (await soundings('surveys show settings-lunch')).stdout
  assert.match(shown, /^question_settings:\n {2}- right:\n {6}options:\n {8}- 1$/m)
  assert.equal((await soundings(`diff ${write('shown.yaml', shown)}`)).status, 0)
  const described = settings('description: Think twice.')
  assert.match((await soundings(`diff ${described}`)).stdout, /^\+ +- description: Think twice\.$/m)
  assert.equal((await soundings(`apply ${described} --yes`)).status, 0)
  assert.deepEqual(await stored(), [{ description: 'Think twice.' }])
  assert.equal((await soundings(`apply ${write('without.yaml', `${text}\n`)} --yes`)).status, 0)
  assert.deepEqual(await stored(), [{ description: 'Think twice.' }], 'a file without settings changes none')
  assert.equal((await soundings(`apply ${write('none.yaml', `${text}\nquestion_settings: []\n`)} --yes`)).status, 0)
  assert.deepEqual(await stored(), [])
})

test('a file says what a survey says besides its questions, and changes it [survey-file-texts]', async t => {
  const { api, soundings, write } = await commandLine(t)
  const text = SURVEY.replace('SLUG', 'welcome-lunch').trimEnd()
  const file = (...lines: readonly string[]) => write('survey.yaml', [text, ...lines, ''].join('\n'))
  const texts = (...lines: readonly string[]) => file('texts:', ...lines.map(line => `  ${line}`))
  const stored = async () => {
    const { admin_token: token = '' } =
      (await api.list('?include_admin=1')).find(({ id }) => id === 'welcome-lunch') ?? {}
    return (await call(service, 'GET', '/admin/api/welcome-lunch', { token })).body.texts
  }
  const refused = await soundings(`surveys create ${texts('introduction: Hello.', `thanks: ${'a'.repeat(1_001)}`)}`)
  assert.equal(refused.status, 3)
  assert.match(refused.stderr, /line \d+, column 11: thanks must be a text of 1 to 1,000 characters; found "aaa/)
  assert.equal((await soundings(`surveys create ${texts('introduction: Hello.')}`)).status, 0)
  assert.deepEqual(await stored(), { introduction: 'Hello.' })
  const shown = (await soundings('surveys show welcome-lunch')).stdout
  assert.match(shown, /^texts:\n {2}introduction: Hello\.$/m)
  assert.equal((await soundings(`diff ${write('shown.yaml', shown)}`)).status, 0)
  const changed = texts('introduction: Hello.', 'thanks: |-', '  Bye.', '  https://lunch.example/')
  assert.match((await soundings(`diff ${changed}`)).stdout, /^\+ +Bye\.$/m)
  assert.equal((await soundings(`apply ${changed} --yes`)).status, 0)
  assert.deepEqual(await stored(), { introduction: 'Hello.', thanks: 'Bye.\nhttps://lunch.example/' })
  assert.equal((await soundings(`diff ${texts('goodbye: Bye.')}`)).status, 3)
  assert.equal((await soundings(`apply ${file()} --yes`)).status, 0)
  assert.deepEqual(Object.keys((await stored()) ?? {}), ['introduction', 'thanks'], 'a file without texts changes none')
  assert.equal((await soundings(`apply ${file('texts: {}')} --yes`)).status, 0)
  assert.deepEqual(await stored(), {})
})

test('a file groups the questions of a survey, and changes their groups [survey-file-groups]', async t => {
  const { api, soundings, write } = await commandLine(t)
  const row = (text: string) => [`  - type: multiple_choice`, `    text: ${text}`, '    options: [Bad, Good]']
  const questions = [...row('Food'), ...row('Music')]
  const file = (name: string, lines: readonly string[], more: readonly string[] = []) =>
    write(name, ['title: Party', 'slug: grouped-party', 'questions:', ...more, ...questions, ...lines, ''].join('\n'))
  const grid = (from: number, title: string) => [
    'groups:',
    '  - kind: grid',
    `    from: ${from}`,
    `    to: ${from + 1}`,
    `    title: ${title}`,
  ]
  const stored = async () => {
    const { admin_token: token = '' } =
      (await api.list('?include_admin=1')).find(({ id }) => id === 'grouped-party') ?? {}
    const { body } = await call(service, 'GET', '/admin/api/grouped-party', { token })
    return [body.groups, body.dissolved_groups]
  }
  const refused = await soundings(`surveys create ${file('wrong.yaml', grid(1, 'How?'))}`)
  assert.equal(refused.status, 3)
  assert.match(refused.stderr, /line \d+, column 5: group 1: there is no question 3$/m)
  assert.equal((await soundings(`surveys create ${file('new.yaml', grid(0, 'How?'))}`)).status, 0)
  const group = { kind: 'grid', from: 0, to: 1, title: 'How?' }
  assert.deepEqual(await stored(), [[group], 0])
  const shown = (await soundings('surveys show grouped-party')).stdout
  assert.match(shown, /^groups:\n {2}- kind: grid\n {4}from: 0\n {4}to: 1\n {4}title: How\?$/m)
  assert.equal((await soundings(`diff ${write('shown.yaml', shown)}`)).status, 0)
  const retitled = file('retitled.yaml', grid(0, 'How was it?'))
  assert.match((await soundings(`diff ${retitled}`)).stdout, /^\+ +title: How was it\?$/m)
  assert.equal((await soundings(`apply ${retitled} --yes`)).status, 0)
  assert.deepEqual(await stored(), [[{ ...group, title: 'How was it?' }], 0])
  const another = ['  - type: free_text', '    text: Who are you?']
  const longer = file('longer.yaml', [...another, 'language: en'])
  assert.equal((await soundings(`apply ${longer} --yes`)).status, 0)
  assert.equal((await soundings(`diff ${longer}`)).status, 0)
  const translated = file('translated.yaml', [...another, 'language: de'])
  assert.doesNotMatch((await soundings(`diff ${translated}`)).stdout, /groups/)
  assert.deepEqual(await stored(), [[{ ...group, title: 'How was it?' }], 0], 'a file without groups changes none')
  const moved = file('moved.yaml', grid(1, 'How?'), another)
  assert.equal((await soundings(`apply ${moved} --yes`)).status, 0)
  assert.deepEqual(await stored(), [[{ ...group, from: 1, to: 2 }], 0])
  assert.equal((await soundings(`diff ${moved}`)).status, 0)
  assert.equal((await soundings(`apply ${file('back.yaml', grid(0, 'How?'))} --yes`)).status, 0)
  assert.deepEqual(await stored(), [[group], 0])
  const turned = [...row('Music'), '    index: 1', ...another, ...row('Food'), '    index: 0']
  const section = ['groups:', '  - { kind: section, from: 0, to: 1, title: Party }']
  assert.equal((await soundings(`apply ${file('section.yaml', section)} --yes`)).status, 0)
  const kept = write(
    'kept.yaml',
    ['title: Party', 'slug: grouped-party', 'questions:', ...turned, ...section].join('\n'),
  )
  assert.equal((await soundings(`apply ${kept} --yes`)).status, 0)
  assert.deepEqual(await stored(), [[{ kind: 'section', from: 0, to: 1, title: 'Party' }], 0])
  assert.equal((await soundings(`apply ${file('none.yaml', ['groups: []'])} --yes`)).status, 0)
  assert.deepEqual(await stored(), [[], 0])
})

test('an option that a command does not have is refused, and nothing is asked of the server [cli-option-unknown]', async t => {
  const { soundings } = await commandLine(t)
  const proxy = await startProxy(t, service.baseUrl)
  const asked = [
    'surveys list --limit 5',
    'surveys list --sort title',
    'results retro --page 2',
    'results retro --since 5',
  ]
  for (const words of asked) {
    const [option = ''] = /--\w+/.exec(words) ?? []
    const { status, stdout, stderr } = await soundings(`${words} --server ${proxy.server}`)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(
      stderr,
      new RegExp(`^soundings: Unknown option '${option}'[^]*\nUsage: soundings (surveys list|results) `),
    )
  }
  assert.deepEqual(proxy.seen, [])
})

test('apply changes nothing if the survey is edited while it asks, and says how to go on [cli-apply-conditional]', async t => {
  const { api, soundings, write } = await commandLine(t)
  const text = SURVEY.replace('SLUG', 'contended-lunch')
  const file = write('lunch.yaml', text)
  await soundings(`apply ${file} --yes`)
  const theirs = { theme: 'rose' }
  const edited = write('edited.yaml', text.replace('Maybe', 'Perhaps').replace('theme:', 'language: fr\ntheme:'))
  const onlyLanguage = write('language.yaml', text.replace('theme: forest', 'language: fr\ntheme: rose'))
  for (const path of [edited, onlyLanguage]) {
    const proxy = await startProxy(t, service.baseUrl)
    // The survey, and for its language the list and the dashboard; with only a language to change, the list again.
    proxy.fail('pass', 'pass', 'pass', async () => api.patch('/surveys/contended-lunch', theirs))
    const outcome = await soundings(`apply ${path} --yes --server ${proxy.server}`)
    assertRefusedAtEnd(
      outcome,
      3,
      'the survey has been edited since this command read it; run diff to see what is different now, then apply again',
    )
  }
  const { theme, questions } = await api.read('contended-lunch')
  assert.deepEqual([theme, questions[0]?.options], ['rose', ['Yes', 'No', 'Maybe']])
  assert.match((await soundings(`apply ${edited} --yes`)).stdout, /Changed contended-lunch\./)
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
  assertRefused(missing, 4, 'missing token: use --token-file FILE or set SOUNDINGS_TOKEN')
  const wrong = await soundings('surveys list', { env: { SOUNDINGS_TOKEN: 'snd_pat_wrong' } })
  assertRefused(wrong, 4, 'authentication required; the token is unknown, revoked or expired')
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
      1,
      /^the server must be an address such as/,
    )
  const unnamed = await run(['surveys', 'list'], { dataDir, env })
  assertRefused(unnamed, 1, 'missing server: use --server URL or set SOUNDINGS_SERVER')
  for (const path of ['', '/api/v1', '/api/v1/']) {
    const named = { ...env, SOUNDINGS_SERVER: `${service.baseUrl}${path}` }
    assert.equal((await run(['surveys', 'list'], { dataDir, env: named })).status, 0)
  }
})

test('error messages about files and servers say what to do [cli-exit-status]', async t => {
  const { soundings, write } = await commandLine(t)
  const cases: [text: string, message: RegExp, status?: 1 | 3, words?: string][] = [
    [
      'title: a\nquestions: [\n - a: b: c\n',
      /survey\.yaml: line 3, column 7: a second ": " in one line; put quotes around a text that contains ": "$/,
    ],
    ['- title', /survey\.yaml: line 1, column 1: not a survey; write "title:" and "questions:" in lines of their own$/],
    [
      'title: a\nslogan: b\n',
      /survey\.yaml: line 2, column 9: unknown field "slogan"; a survey has title, slug, theme, language, texts, questions, question_settings, groups$/,
    ],
    [
      'title: a\nquestions: [{ type: rating, text: }]',
      /survey\.yaml: line 2, column 35: question 1: text is required$/,
      3,
    ],
    [
      'title: a\nslug: A\ntheme: x\nquestions: []',
      /survey\.yaml: line 4, column 12: questions must be a list of at least one question$/,
      3,
    ],
    [
      'title: a\nslug: A\nquestions: [{ type: rating, text: b }]',
      /survey\.yaml: line 2, column 7: invalid slug; write 3 to 64 .+; found "A"$/,
      3,
    ],
    ['title: a\nquestions: []', /^missing argument: SLUG; the file has no slug either$/, 1, 'diff'],
  ]
  for (const [text, message, status = 1, words = 'surveys create'] of cases) {
    const outcome = await soundings(`${words} ${write('survey.yaml', text)}`)
    assertRefused(outcome, status, message)
  }
  assertRefused(
    await soundings('surveys show no-such'),
    3,
    'not found; "surveys list" shows the surveys of this account',
  )
  await soundings(`surveys create ${write('survey.yaml', SURVEY.replace('SLUG', 'taken-lunch'))}`)
  assertRefused(
    await soundings(`surveys create ${write('survey.yaml', SURVEY.replace('SLUG', 'taken-lunch'))}`),
    3,
    'slug taken; choose another slug',
  )
  assertRefused(await soundings('diff no-such.yaml'), 1, 'no-such.yaml: no such file')
  const unreachable = await run(['surveys', 'close', 'no-such', '--server', `http://127.0.0.1:${await freePort()}`], {
    dataDir: 'none',
    env: { SOUNDINGS_TOKEN: 'x' },
  })
  assertRefused(unreachable, 5, /^the service could not be reached: .*ECONNREFUSED/)
})

test('a token is read from a file that can be one, and what is wrong with any other is said in words [cli-input-bounds]', async t => {
  const { soundings, folder, write } = await commandLine(t)
  const cases: [file: string, message: string][] = [
    [join(folder, 'none'), 'no such file'],
    [join(write('file', ''), 'none'), 'no such file'],
    [folder, 'this is a folder; name a file'],
    ['/dev/zero', 'longer than 64 KB'],
    [write('long', 'a'.repeat(65_537)), 'longer than 64 KB'],
  ]
  for (const [file, message] of cases)
    assertRefused(await soundings(`surveys list --token-file ${file}`), 1, `${file}: ${message}`)
})

test('what is no slug is refused before a request is made [cli-slug-checked]', async t => {
  const { soundings, write } = await commandLine(t)
  const proxy = await startProxy(t, service.baseUrl)
  const server = `--server ${proxy.server}`
  const named = write('named.yaml', SURVEY.replace('SLUG', 'named-lunch'))
  const commands = ['surveys show', 'surveys close', 'surveys open', 'results', `diff ${named}`, `apply ${named} --yes`]
  for (const command of commands)
    for (const slug of ['..', '../me', 'a/b', 'team-retro?view=all', '%2e%2e', 'https://soundings.example/s/retro']) {
      const message = `"${slug}" is not a slug, which is the part after /s/ in a survey’s link`
      assertRefused(await soundings(`${command} ${slug} ${server}`), 1, message)
    }
  for (const command of ['diff', 'apply --yes', 'surveys create']) {
    const file = write('survey.yaml', SURVEY.replace('SLUG', '../me'))
    const outcome = await soundings(`${command} ${file} ${server}`)
    assertRefused(outcome, 3, /survey\.yaml: line 3, column 7: invalid slug; write 3 to 64 .+; found "\.\.\/me"$/)
  }
  assert.deepEqual(proxy.seen, [])
})

test('only the 404 of the API means that a survey does not exist', async t => {
  const { soundings, write } = await commandLine(t)
  const file = write('lunch.yaml', SURVEY.replace('SLUG', 'no-such-lunch'))
  const missing = await soundings(`diff ${file}`)
  assert.deepEqual([missing.status, missing.stdout], [2, 'no-such-lunch does not exist yet.\n'])
  const proxy = await startProxy(t, service.baseUrl)
  const answers: [status: 1 | 3, body: string][] = [
    [1, '<h1>Not found</h1>'],
    [3, '{"error":"Not Found","path":"/api"}'],
  ]
  for (const [status, body] of answers) {
    proxy.fail({ status: 404, body })
    const outcome = await soundings(`apply ${file} --yes --server ${proxy.server}`)
    assertRefused(outcome, status, /; check the server address$/)
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
    ['another order of a trigger', { questions: [{ ...why, index: 1 }, { ...coming, index: 0 }, what] }],
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

describe('a file with its questions in another order', () => {
  const coming: JsonObject = { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'] }
  const texts = ['Coming?', 'Eating?', 'Why?', 'How?']
  /** The questions in an order, whose rules name questions by their positions in it. */
  const inOrder = (order: readonly number[], triggerOf = (at: number) => order.indexOf(at)): JsonObject[] =>
    order.map(at =>
      at < 2
        ? { ...coming, text: texts[at] ?? '' }
        : { type: 'rating', text: texts[at] ?? '', requirement: when(triggerOf(at - 2), 'Yes') },
    )
  const stored = (questions: JsonObject[], responses = 0): SurveyResults =>
    JSON.parse(
      JSON.stringify({
        id: 'x',
        title: 'Lunch',
        theme: 'default',
        questions: questions.map((question, index) => ({ ...question, index })),
        results: [],
        response_count: responses,
      }),
    )
  const identity = texts.map((_, at) => at)
  const orders = permutations(identity)

  test('is applied as it is written, and does not differ afterwards, whatever else it gains', () => {
    for (const order of orders.filter(order => [2, 3].every(at => order.indexOf(at) > order.indexOf(at - 2)))) {
      for (const added of [[], [{ type: 'free_text', text: 'More?' }], [{ ...coming, text: 'Coming?' }]]) {
        const questions = [...inOrder(order), ...added]
        const { change, after, refusals } = planChange(stored(inOrder(identity)), { questions })
        assert.deepEqual(refusals, [])
        assert.deepEqual(after.questions, stored(questions).questions)
        const sent = Array.isArray(change.questions) ? change.questions : questions
        const now = editQuestions(
          parseQuestionList(JSON.parse(JSON.stringify(stored(inOrder(identity)).questions))),
          JSON.parse(JSON.stringify(sent)),
          new Set(),
        )
        assert.deepEqual(planChange(stored(JSON.parse(encodeQuestions(now))), { questions }).change, {})
      }
    }
  })

  test('is applied as it is written or refused in words, if its rules still name the old positions', () => {
    for (const order of orders) {
      const questions = inOrder(order, trigger => trigger)
      const { after, refusals } = planChange(stored(inOrder(identity)), { questions })
      if (refusals.length === 0) assert.deepEqual(after.questions, stored(questions).questions)
      else assert.match(refusals.join(), /write questionIndex \d for "|^question \d: .*(now stands after it|before)/)
    }
    assert.deepEqual(planChange(stored(inOrder(identity)), { questions: inOrder([1, 0, 2, 3], at => at) }).refusals, [
      'cannot follow this reorder: question 3: questionIndex 0 was "Coming?" and is now "Eating?"; write questionIndex 1 for "Coming?"',
    ])
  })

  test('is refused once there are responses', () => {
    const { refusals } = planChange(stored(inOrder(identity), 1), { questions: inOrder([1, 0, 2, 3]) })
    assert.deepEqual(refusals, ['cannot reorder the questions of a survey that already has responses'])
  })

  test('is applied through the service, also with indexes that were written by hand', async t => {
    const { api, soundings, write } = await commandLine(t)
    const { id } = await api.create(inOrder(identity), { title: 'Lunch' })
    for (const questions of [
      inOrder([1, 0, 2, 3]),
      inOrder(identity).map((question, index) => ({ ...question, index: [1, 0, 2, 3][index] ?? 0 })),
    ]) {
      const file = write('lunch.json', JSON.stringify({ title: 'Lunch', questions }))
      const outcome = await soundings(`apply ${file} ${id} --yes`)
      assert.equal(outcome.status, 0, outcome.stderr + outcome.stdout)
      assert.equal((await soundings(`diff ${file} ${id}`)).stdout, 'No differences.\n')
    }
  })
})

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map(rest => [item, ...rest]))
}

function when(questionIndex: number, value: string): JsonObject {
  return { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values: [value] }] } }
}
