import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { choice, freeText, kept, rating } from '../../api/fixtures.ts'
import { type Service, startService } from '../../harness.ts'
import { reportMissing } from '../../missing-program.ts'
import { temporaryFolder } from '../../program.ts'
import { type AdminClient, newAdminClient } from '../admin-client.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

/** Texts that tools tend to convert, in addition to the hostile ones. */
const TEXTS = [
  ...['#N/A', '#REF!', '#DIV/0!', 'N/A', 'NA', 'nan', 'None', 'TRUE', 'FALSE', 'true', '1e5', '1E+5', '00123', '-2'],
  ...['-5,3', '1,234.5', '+49 30 123456', '=1+1', ' =1+1', '@ada', '- none', '2026-11-28', '10:30', '0x1F', '1_000'],
  ...[
    'two\nlines',
    'two\r\nlines',
    'old\rMac',
    '\nfirst',
    'last\n',
    '"quoted"',
    '"',
    '""',
    'a "b" c',
    "'5",
    'a;b,c\td',
  ],
  ...[
    '\tSoup',
    '\t\t-2',
    ' blanks ',
    '\u00A0x\u00A0',
    '\uFEFFmark',
    'e\u0301',
    '\u{1F469}\u200D\u{1F680}',
    'שלום',
    '日本語、',
  ],
  ...HOSTILE_TEXTS,
]
const OPTIONS = ['-1', '+49', '#N/A', 'TRUE', '1e5', 'line\nbreak']

/** What Python's own module reads. Line breaks stay as they are, as its documentation advises. */
const READ_CSV = `
import csv, json, sys
path, encoding, delimiter = sys.argv[1:]
with open(path, encoding=encoding, newline='') as file:
    json.dump(list(csv.reader(file, delimiter=delimiter, strict=True)), sys.stdout)
`

/**
 * Each cell with the type the reader detects: s for a text, n for a number, d for a time, e for an error, f for a
 * formula.
 */
const READ_XLSX = `
import json, sys, openpyxl
sheet = openpyxl.load_workbook(open(sys.argv[1], 'rb'))['Responses']
cells = lambda row: [[cell.data_type, cell.value if cell.data_type != 'd' else cell.value.isoformat()] for cell in row]
json.dump([cells(row) for row in sheet.iter_rows()], sys.stdout)
`

/** A Python that has openpyxl; Debian installs it for its own. */
const python = ['python3', '/usr/bin/python3'].find(one => spawnSync(one, ['-c', 'import openpyxl']).status === 0)

if (python === undefined) reportMissing('exports in Python', 'Install python3 and python3-openpyxl.')
else
  describe('Python reads exports', { timeout: 300_000 }, () => {
    let service: Service
    let admin: AdminClient
    before(async () => {
      service = await startService()
      admin = await newAdminClient(service, [choice('=1+2?', OPTIONS), freeText('#N/A'), rating()])
      for (const [at, text] of TEXTS.entries()) await kept(service, admin.id, [optionAt(at), text, 7])
    })
    after(() => service.close())

    for (const [query, encoding] of Object.entries({ '': 'utf-8', '?bom=1': 'utf-8-sig' }))
      test(`export.csv${query} by csv: every text as it was answered [export-csv, export-csv-faithful]`, async t => {
        const [headings, ...rows] = await readCsv(t, `/export.csv${query}`, [encoding, ','])
        assert.deepEqual(headings, ['id', 'submitted_at', '=1+2?', '#N/A', 'How good?'])
        assert.deepEqual(
          rows.map(row => row.slice(2)),
          TEXTS.map((text, at) => [optionAt(at), text, '7']),
        )
      })

    test('CSV for spreadsheets by csv: as it was answered, without the first tab [export-csv-spreadsheet]', async t => {
      const [headings, ...rows] = await readCsv(t, '/export.csv?for=spreadsheet', ['utf-16', '\t'])
      assert.deepEqual(headings?.slice(2, 4), ['\t=1+2?', '\t#N/A'])
      assert.deepEqual(
        rows.map(row => row.slice(2).map(withoutTab)),
        TEXTS.map((text, at) => [optionAt(at), text, '7']),
      )
    })

    test('export.xlsx by openpyxl: every text as it was answered, as a text [export-xlsx, export-xlsx-text]', async t => {
      const [headings, ...rows] = await read<[type: string, value: unknown][][]>(t, READ_XLSX, '/export.xlsx', [])
      assert.deepEqual(headings?.slice(2, 4), [
        ['s', '=1+2?'],
        ['s', '#N/A'],
      ])
      assert.deepEqual(
        rows.map(([id, time, ...answers]) => [id?.[0], time, ...answers]),
        TEXTS.map((text, at) => [
          's',
          ['d', '2026-06-01T12:00:00'],
          ['s', optionAt(at)],
          ['s', byOpenpyxl(text)],
          ['n', 7],
        ]),
      )
    })

    const readCsv = (t: TestContext, path: string, [encoding, delimiter]: [encoding: string, delimiter: string]) =>
      read<string[][]>(t, READ_CSV, path, [encoding, delimiter])

    /** Has Python read a download. */
    async function read<Content>(t: TestContext, code: string, path: string, options: string[]): Promise<Content> {
      const headers = { authorization: `Bearer ${admin.adminToken}` }
      const reply = await fetch(`${service.baseUrl}/admin/api/${admin.id}${path}`, { headers })
      const file = join(temporaryFolder(t), 'export')
      writeFileSync(file, new Uint8Array(await reply.arrayBuffer()))
      const run = promisify(execFile)(python ?? '', ['-c', code, file, ...options], { maxBuffer: 64_000_000 })
      return JSON.parse((await run).stdout)
    }
  })

function optionAt(at: number): string {
  return OPTIONS[at % OPTIONS.length] ?? ''
}

/**
 * XML has only line feeds. For characters that XML cannot contain, openpyxl shows their escape code, and for texts that
 * look like the escape of an underscore it shows nothing.
 */
function byOpenpyxl(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('x005F_', '')
    .replaceAll(/[[\p{Cc}\uFDD0-\uFDEF\uFFFD-\uFFFF]--[\t\n]]/gv, character => {
      return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
    })
}

function withoutTab(cell: string): string {
  return cell.replace(/^\t/, '')
}
