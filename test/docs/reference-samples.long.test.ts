import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DescribedOperation, readDescription } from '../../src/docs/description.ts'
import { parseMarkdown } from '../../src/docs/markdown.ts'
import { type Api, choice, newApi } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { temporaryFolder } from '../program.ts'
import { type CodeBlock, codeOf } from './code-blocks.ts'
import { comparable, learn, UUID } from './example-ids.ts'
import { runSample } from './runners.ts'

/** Names of the languages in the reference. The keys are those that `runSample` knows. */
const LANGUAGES = { sh: 'curl', js: 'JavaScript', python: 'Python' }
/** The id of the template in the examples, which the service of the test does not have. */
const TEMPLATE_ID = /b3a4e0d2-[0-9a-f-]{27}/
/** The survey of the sample that needs a presenter's pace. */
const LECTURE = 'physics-3'

for (const [name, language] of Object.entries(LANGUAGES))
  test(`the samples in ${language} run as they are, in their order [reference-samples]`, async t => {
    const service = await startService()
    t.after(() => service.close())
    const api = await newApi(service)
    const published = await (await fetch(`${service.baseUrl}/openapi.json`)).json()
    const { operations } = readDescription(published as object, service.baseUrl)
    for (const operation of operations) {
      const code = (await codeOf(operation)).replace('curl', "curl -s -w '%{http_code}'")
      const stdout = await runSample(name, code, { token: api.caller.token })
      assert.match(stdout, /\b20[01]\b/, `${operation.id}: ${stdout}`)
    }

    async function codeOf({ id, samples }: DescribedOperation): Promise<string> {
      const code = samples.find(sample => sample.language === language)?.code ?? ''
      if (id !== 'launchTemplate') return code
      const { body } = await api.get('/templates')
      return code.replace(TEMPLATE_ID, String(body.templates?.[0]?.id))
    }
  })

for (const name of ['answering', 'dashboard-api'])
  test(`the samples of /docs/${name} run as they are, in their order [reference-samples, docs-beside-api]`, async t => {
    const service = await startService()
    t.after(() => service.close())
    const api = await newApi(service)
    const { text } = await call(service, 'GET', `/docs/${name}.md`)
    const blocks = parseMarkdown(text).flatMap(codeOf)
    const folder = temporaryFolder(t)
    const lectureToken = await newLecture(service, api)
    const known = new Map<string, string>()
    let adminToken = ''
    let ran = 0
    for (const [at, { language, code }] of blocks.entries()) {
      if (language !== 'sh') continue
      const token = code.includes(LECTURE) ? lectureToken : adminToken
      const credentials = { token: api.caller.token, adminToken: token }
      const printed = await runSample('sh', runnable(code, known), { ...credentials, folder })
      ran++
      if (ran === 1) {
        const surveys = await api.list('?include_admin=1')
        adminToken = surveys.find(({ id }) => id !== LECTURE)?.admin_token ?? ''
      } else assertShown(printed, blocks[at + 1])
    }
    assert.ok(ran > 7, `${ran} samples`)

    function assertShown(printed: string, shown: CodeBlock | undefined): void {
      assert.doesNotMatch(printed, /"error"/)
      if (shown?.language === 'text') assert.ok(withoutIds(printed).includes(withoutIds(shown.code)), printed)
      if (shown?.language !== 'json') return
      const [example, answer] = [JSON.parse(shown.code), JSON.parse(printed)]
      learn(example, answer, known)
      if (answer.admin_token !== undefined) adminToken = answer.admin_token
      assert.deepEqual(comparable(answer, service), comparable(example, service))
    }
  })

/** @returns its admin token */
async function newLecture(service: Service, api: Api): Promise<string> {
  const { admin_token: token } = await api.create([choice()], { slug: LECTURE })
  await call(service, 'PATCH', `/admin/api/${LECTURE}`, { token, body: { paced: true } })
  return token
}

/** A stream ends by itself here, and a file is printed. */
function runnable(code: string, known: ReadonlyMap<string, string>): string {
  const ended = code.replace('curl -N', 'curl -sN --max-time 2').replace('curl -OJ', 'curl -s')
  const silent = ended.replace(/\bcurl '/, "curl -s '").replace('curl -X', 'curl -s -X')
  const isStream = ended !== code && code.includes('curl -N')
  const withIds = [...known].reduce((text, [example, id]) => text.replaceAll(example, id), silent)
  return isStream ? `${withIds} || test $? = 28` : withIds
}

function withoutIds(text: string): string {
  return text.replace(UUID, 'an-id')
}
