import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { parse } from 'yaml'
import { parseQuestions } from '../../src/domain/surveys/question.ts'
import { expectedOf, inputOf } from '../import/corpus.ts'
import { type Outcome, run, temporaryFolder } from '../program.ts'

async function imported(t: TestContext, text: string, ...options: string[]): Promise<Outcome> {
  const folder = temporaryFolder(t)
  const file = join(folder, 'survey.txt')
  writeFileSync(file, text)
  const outcome = await run(['import', file, ...options], { dataDir: join(folder, 'nothing') })
  return { ...outcome, stderr: outcome.stderr.replaceAll(file, 'survey.txt') }
}

describe('[cli-exit-status] soundings import', () => {
  test('writes a survey file, and no remarks if every line was understood', async t => {
    const { status, stdout, stderr } = await imported(t, inputOf('guide-syntax'))
    assert.deepEqual([status, stderr], [0, ''])
    const { title, questions } = parse(stdout)
    assert.deepEqual({ title, questions, findings: [] }, expectedOf('guide-syntax'))
    assert.equal(parseQuestions(questions).length, 4)
  })

  test('reports lines that were not understood, and exits with 2', async t => {
    const { status, stderr } = await imported(t, inputOf('scales-at-the-end'))
    assert.equal(status, 2)
    assert.match(
      stderr,
      /^survey\.txt:2:1: "How likely .+" unsure: scales are always 1 to 10; kept as options 0 to 10$/m,
    )
    assert.equal(stderr.trimEnd().split('\n').length, 3)
  })

  test('says that the title is missing', async t => {
    const { status, stdout, stderr } = await imported(t, 'Will you come?\n- Yes\n- No')
    assert.deepEqual(
      [status, stderr, parse(stdout).title],
      [2, 'survey.txt: there is no title; write one behind "title:"\n', ''],
    )
  })

  test('exits with 3 if nothing can be read, and says where', async t => {
    const { status, stdout, stderr } = await imported(t, inputOf('json-broken'))
    assert.deepEqual([status, stdout], [3, ''])
    assert.match(stderr, /survey\.txt:3:3: .+ a comma, a quotation mark or a bracket is missing/)
    assert.match((await imported(t, '')).stderr, /no question found/)
  })

  test('prints survey and findings as JSON', async t => {
    const { status, stdout } = await imported(t, inputOf('copied-form'), '--json')
    const { survey, findings } = JSON.parse(stdout)
    assert.deepEqual([status, survey.title, survey.questions.length], [2, 'Workshop sign-up', 4])
    assert.deepEqual(findings[1].place, { line: 2, column: 1 })
  })

  test('reads the sheets of a workbook and the paragraphs of a document', async t => {
    const file = 'test/import/tools/kahoot/01-template.xlsx'
    const { status, stdout } = await run(['import', file], { dataDir: join(temporaryFolder(t), 'nothing') })
    const { questions } = parse(stdout)
    assert.deepEqual([status, questions.length, questions[0].options], [2, 7, ['Queen', 'Worker', 'Drone']])
    const document = await run(['import', 'test/import/tools/docx/04-headings-as-questions.docx'], {
      dataDir: join(temporaryFolder(t), 'nothing'),
    })
    assert.deepEqual([document.status, parse(document.stdout).title], [2, 'Book swap'])
    const other = join(temporaryFolder(t), 'a.zip')
    writeFileSync(other, Buffer.from('PK\x03\x04 damaged'))
    const refused = await run(['import', other], { dataDir: join(temporaryFolder(t), 'nothing') })
    assert.match(refused.stderr, /this is a ZIP file, but no document \(.docx\) or workbook/)
  })

  test('writes what is set beside questions, and reads it again', async t => {
    const { status, stdout } = await imported(t, 'Which is hard?\nA. Linden\nB. Oak\nANSWER: B\n')
    const { questions, question_settings: settings } = parse(stdout)
    assert.deepEqual([status, questions[0].options, settings], [2, ['Linden', 'Oak'], [{ right: { options: [1] } }]])
    const words = 'title: Trees\nHow hard is oak? (1-10, 1 = soft, 10 = hard)\nDescription: Touch it.'
    const first = await imported(t, words)
    assert.deepEqual(parse(first.stdout).question_settings, [
      { description: 'Touch it.', scale_words: { lowest: 'soft', highest: 'hard' } },
    ])
    assert.deepEqual([first.status, (await imported(t, first.stdout)).stdout], [0, first.stdout])
  })

  test('writes groups of questions, and reads them again', async t => {
    const grid = 'title: Camp\n\n## Your week\n\nHow good was? bad / fine\n- the food\n- the room\n'
    const { status, stdout } = await imported(t, grid)
    const groups = [
      { kind: 'section', from: 0, to: 1, title: 'Your week' },
      { kind: 'grid', from: 0, to: 1, title: 'How good was?' },
    ]
    assert.deepEqual([status, parse(stdout).groups], [0, groups])
    assert.deepEqual(await imported(t, stdout), { status: 0, stdout, stderr: '' })
    const damaged = await imported(t, stdout.replace('kind: grid', 'kind: ranking'))
    assert.deepEqual([damaged.status, parse(damaged.stdout).groups], [2, groups.slice(0, 1)])
    assert.match(damaged.stderr, /left out, because its questions do not make it up, or are in another group/)
  })

  test('writes introduction and thanks, and reads them again', async t => {
    const pages = [{ name: 'one', elements: [{ type: 'comment', name: 'why', title: 'Why?', isRequired: true }] }]
    const file = { title: 'Trees', description: 'Two minutes.', completedHtml: '<p>Bye.</p>', pages }
    const { status, stdout } = await imported(t, JSON.stringify(file))
    assert.deepEqual([status, parse(stdout).texts], [0, { introduction: 'Two minutes.', thanks: 'Bye.' }])
    assert.equal((await imported(t, stdout)).stdout, stdout)
  })

  test('reads a file as the format that is named, and refuses others', async t => {
    const text = '<p>Will you come?</p>'
    assert.equal(parse((await imported(t, text)).stdout).questions[0].text, 'Will you come?')
    assert.equal(parse((await imported(t, text, '--format', 'text')).stdout).questions[0].text, text)
    assert.equal((await imported(t, text, '--format', 'typeform')).status, 2)
    const { status, stderr } = await imported(t, text, '--format', 'docx')
    assert.deepEqual([status, /--format must be one of text, html, json, yaml, xml/.test(stderr)], [1, true])
  })

  test('refuses a file without an end', async t => {
    const { status, stderr } = await run(['import', '/dev/zero'], { dataDir: temporaryFolder(t) })
    assert.deepEqual([status, stderr], [1, 'soundings: /dev/zero: longer than 5120 KB\n'])
  })
})
