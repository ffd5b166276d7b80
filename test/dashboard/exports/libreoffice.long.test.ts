import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { keptAsText } from '../../../src/dashboard/exports/spreadsheet-text.ts'
import { choice, freeText, kept, rating } from '../../api/fixtures.ts'
import { type Service, startService } from '../../harness.ts'
import { reportMissing } from '../../missing-program.ts'
import { temporaryFolder } from '../../program.ts'
import { type AdminClient, newAdminClient } from '../admin-client.ts'
import { readWorkbook } from './tables.ts'

/** Texts that a spreadsheet executes, counts or takes for a date or an error, in one language or another. */
const TEXTS = [
  ...['=1+1', '=SUM(A1:A9)', '=HYPERLINK("http://a","b")', "=cmd|' /C calc'!A0", ' =1+1', '@ada', '- none', '＝1+1'],
  ...['+49 30 123456', '-5,3', '-5.3', '007', '1e3', '1 234', '1,2,3', '１２', '٣٫٥', '100%', '€5', '5 €', '(5)', '5-'],
  ...['1/2', '2-3', '10:30', '12.5.2026', '2026-11-28', '3. März', 'Mar 3', 'Jan-26', '12:00 PM', 'TRUE', 'WAHR'],
  ...['#N/A', '#REF!', '#DIV/0!', '#NAME?', '#VALUE!', '#NV', '#WERT!', '#BEZUG!', ' #N/A', '#1', '#', 'Err:502'],
  ...['1e5', '1E+5', '00123', '-2', '1e', 'e1', '0x1F', 'NaN', 'Infinity', 'NULL', '\tSoup', '\t\t-2', '\u00A0=1+1'],
  ...['Soup', "'5", '"quoted"', 'a\tb', 'two\nlines', 'a;b,c', ' blanks ', `${'x'.repeat(40)}5`],
]
const OPTIONS = ['-1', '+49', '1/2', 'Yes']

/** The import with the most conversions: it detects numbers of a language, and interprets formulas. */
const importOf = (language: number) =>
  `Text - txt - csv (StarCalc):9,34,65535,1,,${language},false,true,false,false,false,-1,true`
const LANGUAGES = { English: 1033, German: 1031 }

const isInstalled = spawnSync('which', ['soffice']).status === 0

if (!isInstalled) reportMissing('exports in LibreOffice', 'Install libreoffice-calc (300 MB).', 'large')
else
  describe('LibreOffice opens exports [export-xlsx, export-csv-spreadsheet]', { timeout: 600_000 }, () => {
    let service: Service
    let admin: AdminClient
    before(async () => {
      service = await startService()
      admin = await newAdminClient(service, [choice('Coming?', OPTIONS), freeText('=1+2?'), rating()])
      for (const [at, text] of TEXTS.entries()) await kept(service, admin.id, [OPTIONS[at % 4], text, 7])
    })
    after(() => service.close())

    test('the workbook, with every text as it was written', async t => {
      const [responses] = await opened(t, await download('/export.xlsx'), 'xlsx', [])
      assertCells(responses, text => text)
    })

    for (const [language, code] of Object.entries(LANGUAGES))
      test(`CSV for spreadsheets in ${language}, in columns and with texts only`, async t => {
        const file = await download('/export.csv?for=spreadsheet')
        const [responses] = await opened(t, file, 'csv', [`--infilter=${importOf(code)}`])
        assertCells(responses, keptAsText)
      })

    async function download(path: string): Promise<Uint8Array> {
      const headers = { authorization: `Bearer ${admin.adminToken}` }
      const reply = await fetch(`${service.baseUrl}/admin/api/${admin.id}${path}`, { headers })
      return new Uint8Array(await reply.arrayBuffer())
    }
  })

/** The sheets of a file after LibreOffice has opened and saved it, with its settings in a folder of the test. */
async function opened(t: TestContext, file: Uint8Array, ending: string, words: readonly string[]) {
  const folder = temporaryFolder(t)
  const saved = join(folder, 'saved')
  mkdirSync(saved)
  writeFileSync(join(folder, `export.${ending}`), file)
  const convert = ['--headless', ...words, '--convert-to', 'xlsx', '--outdir', saved, `export.${ending}`]
  await promisify(execFile)('soffice', convert, { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } })
  return readWorkbook(readFileSync(join(saved, 'export.xlsx')))
}

/** Every answer is a text cell, and the rating a number; nothing is a formula. */
function assertCells(sheet: ReturnType<typeof readWorkbook>[number] | undefined, expected: (text: string) => string) {
  const [headings, ...rows] = sheet?.rows ?? []
  assert.equal(headings?.[3]?.value, expected('=1+2?'))
  const cells = rows.map(row => row.slice(2).map(cell => [cell?.type, cell?.value]))
  const answers = TEXTS.map((text, at) => [OPTIONS[at % 4] ?? '', text].map(answer => ['s', expected(answer)]))
  assert.deepEqual(
    cells,
    answers.map(texts => [...texts, ['n', 7]]),
  )
  assert.doesNotMatch(sheet?.xml ?? '', /<f[ >]/)
}
