import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { REFUSALS } from '../../src/domain/values/refusals.ts'

const root = join(import.meta.dirname, '../..')
const contract = readFileSync(join(root, 'docs/api-contract.md'), 'utf8')

/** Refused only by the command line, which has no table of errors. */
const ONLY_ON_THE_COMMAND_LINE = [
  'token_limit',
  'invalid_email',
  'invalid_name',
  'no_such_account',
  'no_such_survey',
  'no_such_job',
  'no_such_token',
  'email_taken',
  'account_deletion',
]
/** The text of the refusal varies with the reason or may be reworded: the contract promises at most its code. */
const WITHOUT_EXACT_TEXT = [
  'invalid_argument',
  'invalid_text',
  'invalid_questions',
  'invalid_question_settings',
  'invalid_texts',
  'invalid_groups',
  'invalid_page',
  'too_many_responses',
  'too_large',
]

describe('the error tables of the contract', () => {
  const errors = contract.slice(contract.indexOf('\n## 6. Errors'), contract.indexOf('\n## 7. '))

  for (const [name, refusal] of Object.entries(REFUSALS)) {
    if (ONLY_ON_THE_COMMAND_LINE.includes(name)) continue
    test(`list ${name}`, () => {
      const rows = errors.split('\n').filter(row => row.startsWith('|'))
      const ofText = WITHOUT_EXACT_TEXT.includes(name) ? rows : rows.filter(row => row.includes(`| \`${refusal.error}`))
      assert.notEqual(ofText.length, 0, refusal.error)
      if ('code' in refusal)
        assert.ok(
          ofText.some(row => row.includes(`| \`${refusal.code}\` |`)),
          refusal.code,
        )
    })
  }

  test('list no code that the service does not have', () => {
    const codes = new Set(Object.values(REFUSALS).flatMap(refusal => ('code' in refusal ? [refusal.code] : [])))
    const listed = [...errors.matchAll(/\| `([a-z]+(?:_[a-z]+)+)` \|/g)].map(([, code = '']) => code)
    assert.ok(listed.length > 15)
    assert.deepEqual(
      listed.filter(code => !codes.has(code as never)),
      [],
    )
  })
})

describe('the endpoints of the contract', () => {
  test('are those of the published description', () => {
    const { paths } = JSON.parse(readFileSync(join(root, 'test/snapshots/openapi.json'), 'utf8'))
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map(method => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    )
    const listed = [...contract.matchAll(/^### 9\.\d+ (.+)$/gm)].map(([, endpoint]) => endpoint)
    assert.deepEqual(listed.sort(), described.sort())
  })
})

describe('the links of the contract', () => {
  const targets = [...contract.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  const anchors = new Set([...contract.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => `#${anchorOf(title)}`))

  test('lead to its sections and to files that exist', () => {
    assert.ok(targets.length > 50)
    const exists = (target: string) =>
      target.startsWith('#') ? anchors.has(target) : existsSync(join(root, 'docs', target))
    assert.deepEqual(
      targets.filter(target => !exists(target)),
      [],
    )
  })
})

/** The anchor that GitHub makes from a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}
