import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Requirement, requirements } from '../spec/requirements.ts'

interface Source {
  readonly path: string
  readonly text: string
}

interface Faults {
  /** Clauses that no test cites, with their text. */
  readonly uncited: string[]
  /** Citations of no clause, with the file they stand in. */
  readonly unknown: string[]
  /** Ids that stand in the table more than once. */
  readonly repeated: string[]
}

const root = join(import.meta.dirname, '..')

describe('the clauses of this repository', () => {
  const { uncited, unknown, repeated } = clauseFaults(requirements, testFiles())

  test('each is cited by a test', () => none(uncited))
  test('each citation names one', () => none(unknown))
  test('each id stands once', () => none(repeated))
})

describe('the check of clauses', () => {
  const clauses = [clause('S7-first'), clause('D6-second'), clause('S4.3-third')]
  const complete = "test('[S7-first, D6-second] two at once', f)\ntest(`[S4.3-third] row`, f)"

  test('finds nothing where all is cited', () => {
    assert.deepEqual(check(clauses, complete), { uncited: [], unknown: [], repeated: [] })
  })

  test('names a clause that no test cites', () => {
    assert.deepEqual(check([...clauses, clause('D1-fourth')], complete).uncited, ['D1-fourth: text of D1-fourth'])
  })

  test('does not take a comment for a citation', () => {
    const commented = "// [S7-first]\n/** [D6-second]\n * [S4.3-third]\n */\ncall('[D1-fourth] cited') // [D1-fifth]"
    const { uncited } = check([...clauses, clause('D1-fourth'), clause('D1-fifth')], commented)
    assert.equal(uncited.length, 4)
  })

  for (const citation of ['D1-nowhere', 'S7-First', 'S7-first D6-second', 'S7-{row}', 'S43-third']) {
    test(`names the unknown citation ${citation} and its file`, () => {
      assert.deepEqual(check(clauses, `${complete}\ntest('[${citation}] x', f)`).unknown, [`a.test.ts: ${citation}`])
    })
  }

  test('names an id that stands twice, once', () => {
    const twice = [...clauses, clause('S7-first'), clause('S7-first')]
    assert.deepEqual(check(twice, complete).repeated, ['S7-first'])
  })
})

function clauseFaults(clauses: readonly Requirement[], files: readonly Source[]): Faults {
  const ids = clauses.map(clause => clause.id)
  const known = new Set(ids)
  const citations = files.flatMap(({ path, text }) => citationsIn(text).map(id => ({ path, id })))
  const cited = new Set(citations.map(citation => citation.id))
  return {
    uncited: clauses.filter(clause => !cited.has(clause.id)).map(clause => `${clause.id}: ${clause.text}`),
    unknown: citations.filter(({ id }) => !known.has(id)).map(({ path, id }) => `${path}: ${id}`),
    repeated: [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))],
  }
}

/** What follows the section is read loosely, so that a misspelt citation is named and not passed over. */
function citationsIn(text: string): string[] {
  const code = text.replace(/(?:^|\s)\/\/\s.*$|^\s*\/?\*.*$/gm, '')
  return [...code.matchAll(/\[([SDP]\d+(?:\.\d+)*-[^\]\n]*)\]/g)].flatMap(([, ids = '']) => ids.split(/,\s*/))
}

/** This file cites made-up clauses, so it is left out. */
function testFiles(): Source[] {
  return globSync('{src,test}/**/*.test.ts', { cwd: root })
    .filter(path => join(root, path) !== import.meta.filename)
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Each fault goes into the message, which is printed whole however many there are. */
function none(faults: readonly string[]): void {
  assert.ok(faults.length === 0, `${faults.length} found:\n${faults.join('\n')}`)
}

function clause(id: string): Requirement {
  return { id, section: 'made up', text: `text of ${id}` }
}

function check(clauses: readonly Requirement[], text: string): Faults {
  return clauseFaults(clauses, [{ path: 'a.test.ts', text }])
}
