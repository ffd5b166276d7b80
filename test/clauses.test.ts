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

/** An overview and error tables: what they list, other sections promise. */
const WITHOUT_CLAUSES = ['6.5', '6.6', '6.7', '6.8', '6.9', '6.10', '9.1']

const root = join(import.meta.dirname, '..')

const WORDS = '[a-z0-9]+(?:-[a-z0-9]+)+'
const COMMENTS = /(?:^|\s)\/\/\s.*$|^\s*\/?\*.*$/gm
const IN_TITLES = /(?:['"`]|\} )\[(?!aria-|data-)((?:\$\{\w+\}, )?[A-Za-z][\w.]*-[^\]=\n]*)\]/g
const TITLE_OF_ROWS = /`\[\$\{clauses?\}/
const AT_HEAD_OF_ROWS = new RegExp(`\\[\\s*'(${WORDS}(?:, ${WORDS})*)',`, 'g')

describe('the clauses of this repository', () => {
  const { uncited, unknown, repeated } = clauseFaults(requirements, testFiles())

  test('each is cited by a test', () => none(uncited))
  test('each citation names one', () => none(unknown))
  test('each id stands once', () => none(repeated))
  test('each id is words joined by hyphens', () =>
    none(requirements.map(({ id }) => id).filter(id => !/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(id))))
})

describe('the sections of the contract', () => {
  const sections = sectionsOf(readFileSync(join(root, 'docs/api-contract.md'), 'utf8'))
  const numbers = sections.map(({ number }) => number)
  const named = new Set<string>(requirements.map(({ section }) => section))

  test('are numbered one after the other', () => none(misnumbered(numbers)))
  test('are there for every clause', () => none([...named].filter(number => !numbers.includes(number))))
  test('have a clause each, unless they only repeat what others promise', () => {
    const promising = sections.filter(({ number, isLeaf }) => isLeaf && !WITHOUT_CLAUSES.includes(number))
    none(promising.filter(({ number }) => !named.has(number)).map(({ number, title }) => `${number} ${title}`))
    none(WITHOUT_CLAUSES.filter(number => named.has(number) || !numbers.includes(number)))
  })
  test('stand in their order in the table of clauses', () => {
    const order = [...named]
    assert.deepEqual(
      order,
      numbers.filter(number => named.has(number)),
    )
  })
})

describe('the check of sections', () => {
  test('reads numbers and titles of headings, and finds the innermost', () => {
    assert.deepEqual(sectionsOf('# The title\n## 1. One\ntext\n### 1.1 One one\n## 2. Two\n```\n## 3. Code\n```\n'), [
      { number: '1', title: 'One', isLeaf: false },
      { number: '1.1', title: 'One one', isLeaf: true },
      { number: '2', title: 'Two', isLeaf: true },
    ])
  })

  test('names a number that was left out or stands twice', () => {
    assert.deepEqual(misnumbered(['1', '1.1', '1.2', '2', '2.1']), [])
    assert.deepEqual(misnumbered(['1', '1.2', '2', '2']), ['1.2', '2'])
  })
})

describe('the check of clauses', () => {
  const clauses = [clause('slug-length'), clause('limit-calls-600'), clause('order-routing-first')]
  const complete = "test('[slug-length, limit-calls-600] two at once', f)\ntest(`{row} [order-routing-first] row`, f)"

  test('finds nothing where every clause is cited', () => {
    assert.deepEqual(check(clauses, complete), { uncited: [], unknown: [], repeated: [] })
  })

  test('names a clause that no test cites', () => {
    assert.deepEqual(check([...clauses, clause('uncited-clause')], complete).uncited, [
      'uncited-clause: text of uncited-clause',
    ])
  })

  test('does not count a comment as a citation', () => {
    const commented =
      "// '[slug-length]'\n/** '[limit-calls-600]'\n * '[order-routing-first]'\n */\ncall('[first-title] cited') // '[in-comment]'"
    const { uncited } = check([...clauses, clause('first-title'), clause('in-comment')], commented)
    assert.equal(uncited.length, 4)
  })

  test('does not take a CSS selector or an array for a citation', () => {
    const code = "page.locator('[aria-pressed=true]')\npage.locator('[data-state] b')\nlist[first-1]"
    assert.deepEqual(check(clauses, `${complete}\n${code}`).unknown, [])
  })

  for (const citation of ['no-such-clause', 'Slug-length', 'slug-length limit-calls-600', 'slug-{row}']) {
    test(`names the unknown citation ${citation} and its file`, () => {
      assert.deepEqual(check(clauses, `${complete}\ntest('[${citation}] x', f)`).unknown, [`a.test.ts: ${citation}`])
    })
  }

  test('reads the heads of rows whose title has the brackets', () => {
    const rows =
      "['slug-length', 'a-b-c'], ['any-text', 1],\n[\n'no-such, limit-calls-600', 1],\ntest(`[{clause}, order-nowhere] row`, f)"
    const { unknown } = check(clauses, complete + rows.replace('{clause}', '$' + '{clause}'))
    assert.deepEqual(unknown, ['a.test.ts: order-nowhere', 'a.test.ts: no-such'])
  })

  test('names an id that stands twice, once', () => {
    const twice = [...clauses, clause('slug-length'), clause('slug-length')]
    assert.deepEqual(check(twice, complete).repeated, ['slug-length'])
  })
})

function clauseFaults(clauses: readonly Requirement[], files: readonly Source[]): Faults {
  const ids = clauses.map(clause => clause.id)
  const known = new Set(ids)
  const citations = files.flatMap(({ path, text }) => citationsIn(text, known).map(id => ({ path, id })))
  const cited = new Set(citations.map(citation => citation.id))
  return {
    uncited: clauses.filter(clause => !cited.has(clause.id)).map(clause => `${clause.id}: ${clause.text}`),
    unknown: citations.filter(({ id }) => !known.has(id)).map(({ path, id }) => `${path}: ${id}`),
    repeated: [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))],
  }
}

/**
 * A citation is a list of ids in brackets at the start of a string or after an interpolation. What stands between the
 * brackets is read loosely, so that a misspelt citation is reported and not passed over. In a table of tests whose title has
 * the brackets, it is the first text of a row; a text of which no part is an id can be anything there.
 */
function citationsIn(text: string, known: ReadonlySet<string>): string[] {
  const code = text.replace(COMMENTS, '')
  const inTitles = [...code.matchAll(IN_TITLES)].map(idsOf)
  const inRows = TITLE_OF_ROWS.test(code) ? [...code.matchAll(AT_HEAD_OF_ROWS)].map(idsOf) : []
  return [...inTitles, ...inRows.filter(ids => ids.some(id => known.has(id)))].flat()
}

function idsOf([, ids = '']: RegExpExecArray): string[] {
  return ids.split(/,\s*/).filter(id => !id.startsWith('$'))
}

interface Section {
  readonly number: string
  readonly title: string
  /** Whether no section stands within it. */
  readonly isLeaf: boolean
}

function sectionsOf(document: string): Section[] {
  const prose = document.replace(/^```[\s\S]*?^```$/gm, '')
  const headings = [...prose.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? (.+)$/gm)].map(([, number = '', title = '']) => ({
    number,
    title,
  }))
  return headings.map((heading, at) => ({
    ...heading,
    isLeaf: !headings[at + 1]?.number.startsWith(`${heading.number}.`),
  }))
}

/** Those that do not follow the one before by one, at their level or one level in. */
function misnumbered(numbers: readonly string[]): string[] {
  return numbers.filter((number, at) => {
    const [chapter = 0, section = 0] = (numbers[at - 1] ?? '0').split('.').map(Number)
    return number !== `${chapter + 1}` && number !== `${chapter}.${section + 1}`
  })
}

/** This file cites made-up clauses, so it is left out. */
function testFiles(): Source[] {
  return globSync(['{src,test}/**/*.test.ts', 'test/store/contract.ts'], { cwd: root })
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
