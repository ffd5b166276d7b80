import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type DescribedOperation, readDescription } from '../../src/api/description.ts'
import { startService } from '../harness.ts'
import { newApi } from './fixtures.ts'

const run = promisify(execFile)

/** How the samples of each language are run. */
const RUNNERS: Readonly<Record<string, (code: string) => [string, ...string[]]>> = {
  curl: code => ['sh', '-c', code.replace('curl', "curl -s -w '%{http_code}'")],
  JavaScript: code => [process.execPath, '--input-type=module', '-e', code],
  Python: code => ['python3', '-c', code],
}
/** Of the template in the examples. */
const TEMPLATE_ID = /b3a4e0d2-[0-9a-f-]{27}/

for (const [language, runner] of Object.entries(RUNNERS))
  test(`[reference-samples] the samples in ${language} run as they are, in their order`, async t => {
    const service = await startService()
    t.after(() => service.close())
    const api = await newApi(service)
    const published = await (await fetch(`${service.baseUrl}/openapi.json`)).json()
    const { operations } = readDescription(published as object, service.baseUrl)
    for (const operation of operations) {
      const [file, ...args] = runner(await codeOf(operation))
      const { stdout } = await run(file, args, { env: { PATH: process.env.PATH, TOKEN: api.caller.token } })
      assert.match(stdout, /\b20[01]\b/, `${operation.id}: ${stdout}`)
    }

    async function codeOf({ id, samples }: DescribedOperation): Promise<string> {
      const code = samples.find(sample => sample.language === language)?.code ?? ''
      if (id !== 'launchTemplate') return code
      const { body } = await api.get('/templates')
      return code.replace(TEMPLATE_ID, String(body.templates?.[0]?.id))
    }
  })
