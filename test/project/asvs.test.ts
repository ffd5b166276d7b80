import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CLAUSES } from './contract-clauses.ts'

/**
 * The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. Those of level 3 come last in each
 * section.
 */
const SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 ' +
  '6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 ' +
  '10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'

const rows = readFileSync(join(import.meta.dirname, '../../docs/asvs.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.slice(2, -2).split(/ ?\| ?/))

test('docs/asvs.md judges each requirement of levels 1 and 2 once, in order', () => {
  const expected = SECTIONS.split(' ').flatMap(section => {
    const [name, count] = section.split(':')
    return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`)
  })
  assert.deepEqual(
    rows.flatMap(([requirement = '']) => numbersOf(requirement)),
    expected,
  )
})

test('docs/asvs.md names a clause, or says that there is none, for every requirement met', () => {
  for (const [requirement, held = '', how = '', clauses = ''] of rows) {
    assert.ok(['yes', 'partly', 'no', 'does not apply'].includes(held), requirement)
    assert.notEqual(how, '', requirement)
    const named = [...clauses.matchAll(/`([^`]+)`/g)].map(([, clause = '']) => clause)
    assert.deepEqual(
      named.filter(clause => !CLAUSES.includes(clause)),
      [],
      requirement,
    )
    assert.ok(held !== 'yes' || named.length > 0 || clauses === 'by reading', requirement)
  }
})

/** Expands `6.5.1–6.5.5 Codes` to five numbers. */
function numbersOf(requirement: string): string[] {
  const [first = '', last = first] = requirement.split(' ')[0]?.split('–') ?? []
  const section = first.replace(/\.\d+$/, '')
  const [from, to] = [first, last].map(number => Number(number.split('.')[2]))
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${section}.${Number(from) + index}`)
}
