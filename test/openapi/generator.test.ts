import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { oazapfts } from 'oazapfts'
import { kept, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { temporaryFolder } from '../program.ts'

const packages = join(import.meta.dirname, '../../node_modules')
const service = await startService()
after(() => service.close())

test('code from another generator compiles in a strict project and calls the service [openapi-client]', async t => {
  const folder = temporaryFolder(t)
  const { text } = await call(service, 'GET', '/openapi.json')
  writeFileSync(join(folder, 'openapi.json'), text)
  const code = await oazapfts(join(folder, 'openapi.json'), { futureStripLegacyMethods: true })
  writeFileSync(join(folder, 'soundings.ts'), code)
  writeFileSync(join(folder, 'use.ts'), USE)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['use.ts'] }))
  symlinkSync(packages, join(folder, 'node_modules'))
  const words = [join(packages, 'typescript-native/bin/tsc'), '--singleThreaded']
  const compiler = promisify(execFile)(process.execPath, words, { cwd: folder })
  const { stdout, stderr } = await compiler.catch(error => error)
  assert.equal(stdout + stderr, '')

  const api = await newApi(service)
  const { use } = (await import(pathToFileURL(join(folder, 'use.ts')).href)) as { use: Use }
  const used = await use(service.baseUrl, api.caller.token, slug => kept(service, slug, ['Yes', 9, 'Nothing']))
  assert.deepEqual(used, {
    questions: ['Was it a good week? Yes, No', 'How good?', 'What else?'],
    results: ['Yes 1, No 0', 'mean 9', '1 texts'],
    status: 'closed',
    refusal: 'slug_taken: choose another slug',
  })
})

type Use = (baseUrl: string, token: string, respond: (slug: string) => Promise<unknown>) => Promise<object>

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: 'nodenext',
  target: 'es2022',
  types: [],
}

/** A program on the generated code, with lines that must not compile. */
const USE = `
import * as api from './soundings.ts'

export async function use(baseUrl: string, token: string, respond: (slug: string) => Promise<unknown>) {
  api.defaults.baseUrl = baseUrl
  api.defaults.headers = { authorization: 'Bearer ' + token }
  const questions: api.QuestionInput[] = [
    { type: 'multiple_choice', text: 'Was it a good week?', options: ['Yes', 'No'] },
    { type: 'rating', text: 'How good?', requirement: { mode: 'optional' } },
  ]
  const created = await api.createSurvey({ title: 'Retro', questions }, { idempotencyKey: 'retro' })
  if ('error' in created.data) throw new Error(created.data.error)
  const { id } = created.data
  const full = await api.readSurvey(id)
  if (full.status !== 200 || !('responses' in full.data)) throw new Error('not the full view')
  const added: api.QuestionInput = { type: 'free_text', text: 'What else?' }
  await api.changeSurvey(id, { questions: [...full.data.questions, added] })
  await respond(id)
  const read = await api.readSurvey(id, { view: 'aggregate' })
  if (read.status !== 200 || !('results' in read.data)) throw new Error('not the aggregate view')
  const closed = await api.changeSurvey(id, { status: 'closed' })
  const refused = await api.createSurvey({ title: 'Retro', questions, slug: id })
  return {
    questions: read.data.questions.map(questionText),
    results: read.data.results.map(resultText),
    status: 'error' in closed.data ? closed.data.error : closed.data.status,
    refusal: refused.status === 409 ? refusalText(refused.data) : 'none',
  }
}

function questionText(question: api.Question): string {
  return question.type === 'multiple_choice' ? question.text + ' ' + question.options.join(', ') : question.text
}

function resultText(result: api.Result): string {
  switch (result.type) {
    case 'multiple_choice': return result.tally.map(({ option, count }) => option + ' ' + count).join(', ')
    case 'rating': return 'mean ' + result.mean
    case 'free_text': return result.answered + ' texts'
    case 'upvoted_question': return result.board.items + ' questions'
  }
}

function refusalText({ code, error }: api.ErrorBody): string {
  return code === 'slug_taken' ? code + ': choose another slug' : error
}

export const REFUSED_BY_THE_COMPILER = [
  // @ts-expect-error: a choice has options
  { type: 'multiple_choice', text: 'Which?' } satisfies api.QuestionInput,
  // @ts-expect-error: there is no such type
  { type: 'matrix', text: 'Which?' } satisfies api.QuestionInput,
  // @ts-expect-error: what is read has an index
  { type: 'rating', text: 'How good?' } satisfies api.Question,
  // @ts-expect-error: only a rating has a mean
  (result: api.Result) => result.mean,
  // @ts-expect-error: a conditional requirement says when
  { mode: 'conditional' } satisfies api.Requirement,
  // @ts-expect-error: there is no such code
  { error: 'x', code: 'no_such_code' } satisfies api.ErrorBody,
  // @ts-expect-error: surveys expire, but nobody can set that status
  () => api.changeSurvey('lunch', { status: 'expired' }),
  // @ts-expect-error: there is no such view
  () => api.readSurvey('lunch', { view: 'counts' }),
]
`
