import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { generateSlug, isSlug, normalizeSlug, parseSlug, splitRunTogether } from './slug.ts'

const INVALID = { kind: 'invalid', message: 'invalid slug' }

const legal: [clause: string, slug: string][] = [
  ['slug-pattern', 'team-retro'],
  ['slug-pattern', '2026'],
  ['slug-pattern', 'a-b'],
  ['slug-pattern', '0-1-2-z'],
  ['slug-length', 'abc'],
  ['slug-length', 'a'.repeat(64)],
  ['slug-length', `${'a-'.repeat(31)}aa`],
  ['slug-api-reserved', 'apis'],
  ['slug-api-reserved', 'api-v1'],
  ['slug-pattern', 'constructor'],
]
const illegal: [clause: string, slug: string][] = [
  ...[
    '-abc',
    'abc-',
    'a--b',
    '---',
    'a_b',
    'a.b',
    'a/b',
    'a%20b',
    '../abc',
    'abc\u0000',
    'straße',
    'ａｂｃ',
    'abc\u0301',
  ].map((slug): [string, string] => ['slug-pattern', slug]),
  ...['', 'a', 'ab', 'a'.repeat(65), `${'a-'.repeat(32)}a`].map((slug): [string, string] => ['slug-length', slug]),
  ...['Team', 'TEAM', ' team', 'team ', 'team\n', 'te am', '\ufeffteam'].map((slug): [string, string] => [
    'slug-not-corrected',
    slug,
  ]),
  ['slug-api-reserved', 'api'],
]
for (const [clause, slug] of legal) {
  test(`[${clause}] ${slug} is legal`, () => {
    assert.equal(isSlug(slug), true)
    assert.equal(parseSlug(slug), slug)
  })
}
for (const [clause, slug] of illegal) {
  test(`[${clause}, error-invalid-slug] ${JSON.stringify(slug)} is refused`, () => {
    assert.equal(isSlug(slug), false)
    assert.throws(() => parseSlug(slug), INVALID)
  })
}
for (const input of [undefined, null, 0, 123, true, [], ['abc'], {}, { slug: 'abc' }]) {
  test(`[slug-not-a-string] ${JSON.stringify(input)} is refused`, () => assert.throws(() => parseSlug(input), INVALID))
}

test('[slug-pattern, slug-length, slug-api-reserved] a text is a slug exactly when its parts and its length are valid (property)', () => {
  const unit = fc.constantFrom('a', 'p', 'i', 'z', '0', '9', '-', '-', 'A', '.', ' ')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 70, size: 'max' }), text => {
      const parts = text.split('-').every(part => part !== '' && [...part].every(char => /[a-z0-9]/.test(char)))
      assert.equal(isSlug(text), parts && text.length >= 3 && text.length <= 64 && text !== 'api')
    }),
    { numRuns: 500 },
  )
})

describe('[public-link-redirects] the slug meant by a mistyped link', () => {
  const typed: [typed: string, meant: string | undefined][] = [
    ['team-retro', 'team-retro'],
    ['Team-Retro', 'team-retro'],
    ['TEAM.RETRO', 'team-retro'],
    ['team retro', 'team-retro'],
    ['Team\u00a0Retro', 'team-retro'],
    ['team. retro', 'team-retro'],
    [' team-retro ', 'team-retro'],
    ['team-retro.', 'team-retro'],
    ['', undefined],
    ['.', undefined],
    ['api', undefined],
    ['API', undefined],
    ['ab', undefined],
    ['Team_Retro', 'team-retro'],
    ['team-retro/', 'team-retro'],
    ['team-retro//', undefined],
    ['team/retro', undefined],
    ['tèam', undefined],
    ['a'.repeat(65), undefined],
    [`${'a'.repeat(20)}${' '.repeat(10_000)}`, undefined],
  ]
  for (const [text, meant] of typed) {
    test(JSON.stringify(text.slice(0, 30)), () => assert.equal(normalizeSlug(text), meant))
  }

  test('any slug with capitals, dots or spaces is recognised (property)', () => {
    const slugs = fc.stringMatching(/^[a-z0-9]{3,9}(-[a-z0-9]{1,9}){0,4}$/).filter(slug => slug !== 'api')
    const spelled = fc.infiniteStream(fc.tuple(fc.boolean(), fc.constantFrom('-', '.', ' ', '_')))
    fc.assert(
      fc.property(slugs, spelled, (slug, spelling) => {
        const text = [...slug].map(char => respelled(char, spelling.next().value)).join('')
        assert.equal(normalizeSlug(text), slug)
      }),
    )
  })

  function respelled(char: string, [capital, hyphen]: [boolean, string]): string {
    if (char === '-') return hyphen
    return capital ? char.toUpperCase() : char
  }
})

test('[random-slug-three-words] a random slug is three words, each drawn from the whole list', () => {
  const draws = [2, 0, 2]
  const asked: number[] = []
  const draw = (below: number) => draws[asked.push(below) - 1] ?? 0
  assert.equal(generateSlug(['able', 'best', 'cat'], draw), 'cat-able-cat')
  assert.deepEqual(asked, [3, 3, 3])
})

describe('[public-link-redirects] the generated slugs that are meant by words run together', () => {
  const words = new Set(['talk', 'hedgehog', 'woman', 'can', 'canal', 'albatros', 'alone', 'one', 'art', 'artone'])
  const typed: [typed: string, meant: string[]][] = [
    ['talkhedgehogwoman', ['talk-hedgehog-woman']],
    ['canalonetalk', ['can-alone-talk', 'canal-one-talk']],
    ['talkwoman', []],
    ['talktalktalktalk', []],
    ['talk-hedgehog-woman', []],
    ['', []],
    ['talk'.repeat(1_000), []],
  ]
  for (const [text, meant] of typed)
    test(JSON.stringify(text.slice(0, 30)), () => assert.deepEqual(splitRunTogether(words, text), meant))
})
