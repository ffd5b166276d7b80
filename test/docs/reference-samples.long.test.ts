import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DescribedOperation, readDescription } from '../../src/docs/description.ts'
import { newApi } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { runSample } from './runners.ts'

/** Names of the languages in the reference. The keys are those that `runSample` knows. */
const LANGUAGES = { sh: 'curl', js: 'JavaScript', python: 'Python' }
/** The id of the template in the examples, which the service of the test does not have. */
const TEMPLATE_ID = /b3a4e0d2-[0-9a-f-]{27}/

for (const [name, language] of Object.entries(LANGUAGES))
  test(`[reference-samples] the samples in ${language} run as they are, in their order`, async t => {
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
