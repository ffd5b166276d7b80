import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesStrongly, matchesWeakly, parseEntityTags } from './entity-tag.ts'

const weak = (opaque: string) => ({ isWeak: true, opaque })
const strong = (opaque: string) => ({ isWeak: false, opaque })

const headers: [header: string, tags: ReturnType<typeof parseEntityTags>][] = [
  ['*', '*'],
  [' * ', '*'],
  ['"1-2"', [strong('1-2')]],
  ['W/"1-2"', [weak('1-2')]],
  ['""', [strong('')]],
  [',, "a" ,\t"b",', [strong('a'), strong('b')]],
  ['"a,b", W/"c*"', [strong('a,b'), weak('c*')]],
  ['"W/"', [strong('W/')]],
  ['"\u00e4"', [strong('\u00e4')]],
  ['', undefined],
  [' , ', undefined],
  ['1-2', undefined],
  ['"1-2', undefined],
  ["'1-2'", undefined],
  ['w/"1-2"', undefined],
  ['W/ "1-2"', undefined],
  ['"1 2"', undefined],
  ['*, "1-2"', undefined],
  ['"\u007f"', undefined],
]
for (const [header, tags] of headers) {
  test(`${JSON.stringify(header)} ${tags === undefined ? 'is no list of entity tags' : 'is read'}`, () => {
    assert.deepEqual(parseEntityTags(header), tags)
  })
}

// The table of RFC 9110, section 8.8.3.2.
const comparisons: [first: string, second: string, strongly: boolean, weakly: boolean][] = [
  ['W/"1"', 'W/"1"', false, true],
  ['W/"1"', 'W/"2"', false, false],
  ['W/"1"', '"1"', false, true],
  ['"1"', '"1"', true, true],
]
for (const [sent, current, strongly, weakly] of comparisons) {
  test(`${sent} and ${current} compare ${strongly} strongly and ${weakly} weakly`, () => {
    const tags = parseEntityTags(sent) ?? []
    const isCurrent = (opaque: string) => `"${opaque}"` === current.replace('W/', '')
    assert.deepEqual([matchesStrongly(tags, isCurrent), matchesWeakly(tags, isCurrent)], [strongly, weakly])
  })
}
