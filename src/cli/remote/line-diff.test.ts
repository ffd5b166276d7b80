import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffLines, withContext } from './line-diff.ts'

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

test('three unchanged lines are shown around a change, and an ellipsis stands for others', () => {
  const text = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm'
  const shown = withContext(diffLines(text, text.replace('e', 'E').replace('\nm', '')))
  assert.equal(shown.map(line => line.replaceAll(' ', '')).join(' '), '… b c d -e +E f g h … j k l -m')
})
