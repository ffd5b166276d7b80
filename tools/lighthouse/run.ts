// Figure P2: the respondent's page of ten questions by Lighthouse, as on a phone. The exit code is 1 where a score is
// under 100. Lighthouse has a package of its own here, since nothing else of the project needs it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { seedSurvey } from '../../bench/seed.ts'
import { startServer, temporaryFolder } from '../../test/faults/server.ts'

/** The part of a report that we read. */
interface Report {
  readonly categories: Readonly<Record<string, Category>>
  readonly audits: Readonly<Record<string, Audit>>
  readonly runtimeError?: { readonly message: string }
}

interface Category {
  readonly title: string
  /** From 0 to 1. */
  readonly score: number | null
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}

interface Audit {
  readonly title: string
  readonly score: number | null
  readonly scoreDisplayMode: string
  readonly displayValue?: string
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const PROGRAM = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const WITHIN_MS = 120_000
const REPORT_BYTES = 50_000_000

const dataDir = temporaryFolder()
// Search engines may list the page of a survey with a custom slug, which affects the score.
const { slug } = await seedSurvey(dataDir, {}, { slug: 'a-lecture' })
const server = await startServer({ dataDir })
const { categories, audits, runtimeError } = await reportOf(`${server.baseUrl}/s/${slug}`)
await server.stop('SIGTERM')

if (runtimeError !== undefined) console.log(runtimeError.message)
for (const { title, score, auditRefs } of Object.values(categories)) {
  console.log(`${title}: ${Math.round((score ?? 0) * 100)}`)
  for (const { id, weight } of auditRefs) {
    const { score, title, displayValue = '', scoreDisplayMode } = audits[id] as Audit
    if (score !== null && score < 1)
      console.log(`  ${id} ${score} (${scoreDisplayMode}, weight ${weight}) ${title} ${displayValue}`)
  }
}
process.exitCode = Object.values(categories).every(({ score }) => score === 1) ? 0 : 1

async function reportOf(url: string): Promise<Report> {
  const flags = ['--quiet', '--output=json', '--output-path=stdout', '--no-enable-error-reporting']
  const only = `--only-categories=${CATEGORIES.join()}`
  const words = [PROGRAM, url, ...flags, only, '--chrome-flags=--headless=new --no-sandbox']
  const options = { env: { ...process.env, CHROME_PATH: CHROMIUM }, timeout: WITHIN_MS, maxBuffer: REPORT_BYTES }
  return JSON.parse((await promisify(execFile)(process.execPath, words, options)).stdout)
}
