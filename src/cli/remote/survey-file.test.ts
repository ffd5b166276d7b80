import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { JsonObject } from '../../domain/values/json.ts'
import { planCreation } from './plan.ts'
import { readSurveyFile } from './survey-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'survey-file-'))
after(() => rmSync(folder, { recursive: true }))

/**
 * Reads and validates a file with this content.
 * @throws Error with the message shown to the user, without the folder
 */
async function read(name: string, content: string | Uint8Array): Promise<JsonObject> {
  const path = join(folder, name)
  writeFileSync(path, content)
  const { survey, located } = await readSurveyFile(path).catch(error => {
    throw new Error(error.message.replaceAll(`${folder}/`, ''))
  })
  const { refusals } = planCreation(survey)
  if (refusals.length > 0) throw new Error(refusals.map(located).join('\n').replaceAll(`${folder}/`, ''))
  return survey
}

const QUESTION = '{ "type": "rating", "text": "Wie schmeckt’s?" }'
const KITCHEN = `{ "title": "Küche", "questions": [${QUESTION}] }`
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

describe('a survey file is decoded by its actual encoding', () => {
  for (const name of ['a.yaml', 'a.json'])
    for (const [encoding, content] of Object.entries({
      'UTF-8': KITCHEN,
      'UTF-8 with a mark': `\ufeff${KITCHEN}`,
      'UTF-16LE': utf16(KITCHEN),
      'UTF-16LE with a mark': utf16(`\ufeff${KITCHEN}`),
      'UTF-16BE': utf16(KITCHEN).swap16(),
      'UTF-16BE with a mark': utf16(`\ufeff${KITCHEN}`).swap16(),
    }))
      test(`${name} in ${encoding}`, async () => {
        assert.equal((await read(name, content)).title, 'Küche')
      })

  const refused: [name: string, content: Uint8Array, message: string][] = [
    [
      'Windows-1252',
      Buffer.from('title: A\nslug: Küche', 'latin1'),
      'a.yaml: line 2, column 8: the text is not in UTF-8 but seems to be in Windows-1252 (ANSI, Latin-1); save it in UTF-8',
    ],
    [
      'Windows-1251',
      Buffer.from([0x61, 0x3a, 0x20, 0xca, 0xf3, 0xf5, 0xed, 0xff]),
      'a.yaml: line 1, column 4: the text is not in UTF-8 but seems to be in an older encoding of another script, such as Windows-1251, Shift JIS, GBK or Big5; save it in UTF-8',
    ],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'a.yaml: the text is in UTF-32; save it in UTF-8'],
    ['a document', Buffer.from('PK\u0003\u0004'), 'a.yaml: this is a ZIP file; save it as plain text in UTF-8'],
    ['3 MB', Buffer.alloc(3_000_000, ' '), 'a.yaml: longer than 2048 KB'],
  ]
  for (const [name, content, message] of refused)
    test(`${name} is refused`, () => assert.rejects(read('a.yaml', content), { message }))

  test('a folder and an endless device are refused', async () => {
    await assert.rejects(readSurveyFile(folder), { message: `${folder}: this is a folder; name a file` })
    await assert.rejects(readSurveyFile('/dev/zero'), /longer than 2048 KB/)
  })
})

describe('a mistake in a survey file has a line, a column and what to write instead', () => {
  const valid = 'questions: [{ type: rating, text: a }]\n'
  const cases: [name: string, content: string, message: RegExp][] = [
    [
      'a.yaml',
      'title: a\nslug: What is #1?\n',
      /line 2, column 15: "#1\?" is a comment here .+; put quotes around the text/,
    ],
    ['a.yaml', 'title: #1\n', /line 1, column 8: "#1" is a comment here/],
    ['a.yaml', 'title: a\nslug: *good*\n', /line 2, column 7: "\*" refers to an anchor.+; put quotes/],
    ['a.yaml', '```yaml\ntitle: a\n```\n', /line 1, column 1: the survey stands between "```"; remove these lines/],
    ['a.json', '```json\n{}\n```\n', /line 1, column 1: the survey stands between "```"; remove these lines/],
    ['a.yaml', 'title: a\n---\ntitle: b\n', /line 2, column 1: a second document begins here; remove "---"/],
    ['a.yaml', 'title: a: b\n', /line 1, column 8: a second ": " in one line; put quotes/],
    ['a.yaml', 'title: a\n\tslug: b\n', /line 2, column 1: a tab; indent with spaces/],
    [
      'a.yaml',
      'title: a\nquestions:\n\u00a0\u00a0- type: b\n',
      /line 3, column 1: a no-break space; indent with ordinary/,
    ],
    ['a.yaml', 'title: a\nquestions:\n \u00a0- type: b\n   text: c\n', /line 3, column 1: a no-break space; indent/],
    ['a.yaml', '“title”: a\n', /line 1, column 1: a curly quotation mark; write a straight one/],
    ['a.yaml', 'title: a\ntitle: b\n', /line 2, column 1: "title" stands here twice; keep one of them/],
    ['a.json', '{ "title": "a",\n"title": "b" }\n', /line 2, column 1: "title" stands here twice; keep one of them/],
    ['a.yaml', 'title: !!js/function a\n', /line 1, column 22: "tag:.+" is not a tag .+; put quotes/],
    [
      'a.json',
      '{ "title": "a"\n"slug": 1 }',
      /line 2, column 1: unexpected character '"'; a comma, .+ is missing before it/,
    ],
    [
      'a.json',
      '{ "title": 1,\n"questions": [{ "type": null, "text": 1 }] }',
      /line 2, column 25: question 1: type must/,
    ],
    ['a.json', '{ "questions": [],\n"title": null }', /line 2, column 10: title is required/],
    ['a.json', '{\n“title”: "a" }', /line 2, column 1: unexpected character '“'; write straight quotation marks/],
    ['a.yaml', `title: a\nslug: A B\n${valid}`, /line 2, column 7: invalid slug/],
    [
      'a.yaml',
      'title: a\nquestions:\n- type: multiple_choice\n  text: b\n  options:\n  - c\n  - ""\n',
      /line 7, column 5: question 1: every option/,
    ],
    [
      'a.jsonc',
      '{ "title": "a", // b\n"questions": [\n{ "type": "x", "text": "c" }] }',
      /line 3, column 11: question 1: type must/,
    ],
  ]
  const two = 'title: a\nquestions:\n- { type: rating, text: a }\n- type: multiple_choice\n  text: b\n'
  const rule = (group: string) => `${two}  options: [c]\n- type: rating\n  text: d\n  requirement:\n    ${group}\n`
  cases.push(
    ['a.yaml', ' \n', /^a\.yaml: the file is empty; write "title:"/],
    ['a.json', '', /^a\.json: the file is empty; write "title:"/],
    ['a.yaml', `title: a\nslug: My Survey\n${valid}`, /invalid slug; write 3 to 64 lower-case .+; found "My Survey"$/],
    ['a.yaml', `title: a\ntheme: blue\n${valid}`, /line 2, column 8: invalid theme; write default, .+; found "blue"$/],
    [
      'a.yaml',
      `title: a\ntheme: {primary: #112233, background: #fff}\n${valid}`,
      /line 2, column 18: "#112233, .+ is a comment/,
    ],
    ['a.yaml', `title: ${'x'.repeat(201)}\n${valid}`, /column 8: title is too long; write at most 200 characters$/],
    ['a.yaml', 'title: a\nquestions: [Why?]', /question 1 must be an object; write "type:" .+; found "Why\?"$/],
    ['a.yaml', `title: a\nquestions: [${'x'.repeat(99)}]`, /; found "x{39}…$/],
    ['a.yaml', two, /line 4, column 3: question 2: multiple_choice .+; write them as a list behind "options:"$/],
    ['a.yaml', `${two}  options: c, d\n`, /line 6, column 12: question 2: multiple_choice .+; found "c, d"$/],
    ['a.yaml', `${two}  options: [" ", ""]\n`, /line 6, column 18: question 2: every option .+; found ""$/],
    ['a.yaml', rule('mode: always'), /line 10, column 11: question 3: requirement mode .+; found "always"$/],
    ['a.yaml', rule('{ mode: conditional, when: { op: or, conditions: [] } }'), /line 10, column 38: .+; found "or"$/],
    [
      'a.yaml',
      rule('{ mode: conditional, when: { op: all, conditions: [{ questionIndex: 1, values: [e] }] } }'),
      /line 10, column 55: question 3: its condition on question 2 must name options of that question$/,
    ],
    ['a.yaml', 'title: a\nquestions:\n  - type: rating\n   text: b\n', /line 4, column 1: wrong indentation; indent/],
    ['a.yaml', 'title: a\nquestions:\n  -type: rating\n   text: b\n', /line 3, .+ a blank is missing behind "-"/],
  )
  for (const [name, content, message] of cases)
    test(`${name}: ${JSON.stringify(content.slice(0, 200))}`, () => assert.rejects(read(name, content), { message }))
})

test('numbers are read as written wherever a text is expected', async () => {
  const options = ['01067', '0x10', '1e3', '1.0', 'true', 'null', '5']
  const yaml = `title: 2024\nslug: 2026\nquestions: [{ type: multiple_choice, text: 42, options: [${options}] }]`
  const survey = { title: '2024', slug: '2026', questions: [{ type: 'multiple_choice', text: '42', options }] }
  assert.deepEqual(await read('a.yaml', yaml), survey)
  const truth =
    '{ "title": 1.0, "questions": [{ "type": "multiple_choice", "text": 1e3, "options": [true, -0, 1.10] }] }'
  assert.deepEqual(await read('a.json', truth), {
    title: '1.0',
    questions: [{ type: 'multiple_choice', text: '1e3', options: ['true', '-0', '1.10'] }],
  })
  const json = '{"title":1.0,// year\n"questions":[{"type":"rating","text":1e3,},],}'
  for (const name of ['a.json', 'a.jsonc', 'a.json5'])
    assert.deepEqual(await read(name, json), { title: '1.0', questions: [{ type: 'rating', text: '1e3' }] })
  assert.equal((await read('b.json5', "{title: 'It\\'s', questions: [{type: 'rating', text: 'a'}]}")).title, "It's")
})

test('merge keys work, and an anchor may be used 1,000 times', async () => {
  const first = '- &base { type: multiple_choice, text: a, options: &scale [b, c] }'
  const merged = Array.from({ length: 499 }, (_, at) => `- { <<: *base, text: m${at} }`)
  const shared = Array.from({ length: 500 }, (_, at) => `- { type: multiple_choice, text: s${at}, options: *scale }`)
  const { questions } = await read('a.yaml', ['title: a', 'questions:', first, ...merged, ...shared].join('\n'))
  assert.deepEqual((questions as JsonObject[])[499], { type: 'multiple_choice', text: 'm498', options: ['b', 'c'] })
  assert.deepEqual((questions as JsonObject[])[999], { type: 'multiple_choice', text: 's499', options: ['b', 'c'] })
  const lists = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}]`)
  await assert.rejects(read('a.yaml', ['a0: &a0 [x]', ...lists].join('\n')), /too many uses of anchors/)
  await assert.rejects(
    read('a.yaml', `a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(1_000)}]`),
    /too long once its anchors are resolved/,
  )
})
