import assert from 'node:assert/strict'
import { test } from 'node:test'
import { below, type MeasuredQuestion, titleSizeOf } from '../../web/presenter/type/title-size.ts'

const extents = (count: number, height: number) =>
  Array.from({ length: count }, (_, at) => ({ from: at * height, to: (at + 1) * height }))

/** On a stage of 100 pixels, with a title of one line and options that are 10 pixels high, or 7 where they are small. */
function question(options: number, lines = 1, longWordAt: readonly string[] = []): MeasuredQuestion {
  const title = (size: string, height: number) => ({ height: lines * height, isWordTooLong: longWordAt.includes(size) })
  return {
    height: 100,
    leastHeight: 100,
    titles: { large: title('large', 16), medium: title('medium', 12), small: title('small', 8) },
    usual: extents(options, 10),
    small: extents(options, 7),
  }
}

for (const [what, questions, size] of [
  ['no questions', [], 'large'],
  ['a short title', [question(2)], 'large'],
  ['a title that would take more than a quarter', [question(2, 2)], 'medium'],
  ['a title that does so at each size', [question(2, 9)], 'small'],
  ['a word that is too long for a line', [question(2, 1, ['large'])], 'medium'],
  ['a word that each size breaks', [question(2, 1, ['large', 'medium', 'small'])], 'small'],
  ['options that fit where they are small', [question(12)], 'large'],
  ['options that only fit below the smallest title', [question(13)], 'small'],
  ['options that need several screens anyway', [question(14)], 'large'],
  ['the same below a long title', [question(14, 2)], 'medium'],
  ['several questions', [question(2), question(2, 2), question(2)], 'medium'],
] as const)
  test(`${what}: ${size} titles`, () => {
    assert.equal(titleSizeOf(questions), size)
  })

test('what is below a title has the room that its size leaves', () => {
  const { room, leastRoom } = below({ ...question(2), height: 130 }, 'medium')
  assert.deepEqual([room, leastRoom], [118, 88])
})
