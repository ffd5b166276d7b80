import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { diffLines, isChange, withContext } from './line-diff.ts'

const cases: [before: string, after: string, lines: string][] = [
  ['a b c', 'a b c', ' a  b  c'],
  ['a b c', 'a x c', ' a -b +x  c'],
  ['a b c', 'c', '-a -b  c'],
  ['c', 'a b c d', '+a +b  c +d'],
  ['a b', 'c d', '-a -b +c +d'],
  ['a b a b', 'b a b a', '-a  b  a  b +a'],
]
for (const [before, after, lines] of cases) {
  test(`${before} → ${after}`, () => {
    const found = diffLines(before.replaceAll(' ', '\n'), after.replaceAll(' ', '\n'))
    assert.equal(found.map(line => line[0] + line.slice(2)).join(' '), lines)
  })
}

test('three unchanged lines are shown around a change, and an ellipsis replaces the others', () => {
  const text = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm'
  const shown = withContext(diffLines(text, text.replace('e', 'E').replace('\nm', '')))
  assert.equal(shown.map(line => line.replaceAll(' ', '')).join(' '), '… b c d -e +E f g h … j k l -m')
})

describe('long texts [cli-input-bounds]', { timeout: 60_000 }, () => {
  const LINES = Array.from({ length: 100_000 }, (_, at) => `line ${at % 7 === 0 ? 0 : at}`)
  const text = (lines: readonly string[]) => lines.join('\n')

  test('changes at both ends of 100,000 lines are found', () => {
    const changed = ['new', ...LINES.slice(1, -1).filter((_, at) => at % 500 !== 499), 'last']
    const lines = diffLines(text(LINES), text(changed))
    assert.equal(lines.filter(isChange).length, 203)
    assertLeadsTo(lines, LINES, changed)
  })

  test('if nearly every line differs, equal lines at both ends are kept', () => {
    const changed = LINES.map((line, at) => (at < 3 || at > 99_997 ? line : `${line}!`))
    const lines = diffLines(text(LINES), text(changed))
    assert.deepEqual(lines.map(line => line[0]).join(''), `   ${'-'.repeat(99_995)}${'+'.repeat(99_995)}  `)
    assertLeadsTo(lines, LINES, changed)
  })
})

test('as few lines as possible are changed, and they turn one text into the other (property)', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before.join('\n'), after.join('\n'))
      assertLeadsTo(lines, before, after)
      assert.equal(lines.filter(isChange).length, before.length + after.length - 2 * commonLength(before, after))
    }),
  )
})

function assertLeadsTo(lines: readonly string[], before: readonly string[], after: readonly string[]): void {
  const without = (sign: string) => lines.filter(line => !line.startsWith(sign)).map(line => line.slice(2))
  assert.deepEqual([without('+'), without('-')], [before, after])
}

/** The length of the longest common subsequence, by definition. */
function commonLength([first, ...before]: readonly string[], after: readonly string[]): number {
  if (first === undefined) return 0
  const at = after.indexOf(first)
  const without = commonLength(before, after)
  return at < 0 ? without : Math.max(without, 1 + commonLength(before, after.slice(at + 1)))
}
