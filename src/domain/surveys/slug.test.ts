import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { generateSlug, isSlug, parseSlug, slugMeantBy, soundsLike } from './slug.ts'

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
  test(`${slug} is legal [${clause}]`, () => {
    assert.equal(isSlug(slug), true)
    assert.equal(parseSlug(slug), slug)
  })
}
for (const [clause, slug] of illegal) {
  test(`${JSON.stringify(slug)} is refused [${clause}, error-invalid-slug]`, () => {
    assert.equal(isSlug(slug), false)
    assert.throws(() => parseSlug(slug), INVALID)
  })
}
for (const input of [undefined, null, 0, 123, true, [], ['abc'], {}, { slug: 'abc' }]) {
  test(`${JSON.stringify(input)} is refused [slug-not-a-string]`, () => assert.throws(() => parseSlug(input), INVALID))
}

test('a text is a slug exactly when its parts and its length are valid (property) [slug-pattern, slug-length, slug-api-reserved]', () => {
  const unit = fc.constantFrom('a', 'p', 'i', 'z', '0', '9', '-', '-', 'A', '.', ' ')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 70, size: 'max' }), text => {
      const parts = text.split('-').every(part => part !== '' && [...part].every(char => /[a-z0-9]/.test(char)))
      assert.equal(isSlug(text), parts && text.length >= 3 && text.length <= 64 && text !== 'api')
    }),
    { numRuns: 500 },
  )
})

describe('the slug that a mistyped link refers to [public-link-redirects]', () => {
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
    ['team-retro//', 'team-retro'],
    ['team/retro', 'team-retro'],
    ['tèam', 'team'],
    ['команда', undefined],
    ...[...'\'";:*]。），»…)!(,#+–—\u2212\u2010\uff0d\u200e\u200b'].map((mark): [string, string] => [
      `team-retro${mark}`,
      'team-retro',
    ]),
    ...[...'\'"(«#/+\u200b\ufeff'].map((mark): [string, string] => [`${mark}team-retro`, 'team-retro']),
    ...[...' –—\u2212\u2010\uff0d,+/・'].map((mark): [string, string] => [`team${mark}retro`, 'team-retro']),
    ['ｔｅａｍ－ｒｅｔｒｏ', 'team-retro'],
    ['team\u200b-\u00adretro', 'team-retro'],
    ['team – retro', 'team-retro'],
    ['team, retro!', 'team-retro'],
    ['team-\r\nretro', 'team-retro'],
    ['team-retro</a>', 'team-retro'],
    ['team-retro&amp;utm=1', 'team-retro'],
    ['team-retro?lang=de', 'team-retro'],
    ['team%2Dretro', 'team-retro'],
    ['team-retro%', 'team-retro'],
    ['localhost:3000/s/physics-3', 'physics-3'],
    ['s/physics-3', 'physics-3'],
    ['/s/physics-3', 'physics-3'],
    ['/S//Physics-3/', 'physics-3'],
    ['localhost:3000/s/ physics-3', 'physics-3'],
    ['localhost:3000/s/\nphysics-3', 'physics-3'],
    ['localhost:3000 / s / Physics 3', 'physics-3'],
    ['http://localhost:3000/s/physics-3', 'physics-3'],
    ['https://example.org/s/s/s/physics-3?utm_source=a/b&lang=de#top', 'physics-3'],
    ['https://example.org/s/physics-3/thanks', 'physics-3'],
    ['/s/', undefined],
    ['a'.repeat(65), undefined],
    [`${'a'.repeat(20)}${' '.repeat(10_000)}`, undefined],
    [`${'/s/'.repeat(600)}team-retro`, 'team-retro'],
  ]
  for (const [text, meant] of typed) {
    test(JSON.stringify(text.slice(0, 30)), () => assert.equal(slugMeantBy(text), meant))
  }

  test('any slug with capitals, dots or spaces is recognised (property)', () => {
    const slugs = fc.stringMatching(/^[a-z0-9]{3,9}(-[a-z0-9]{1,9}){0,4}$/).filter(slug => slug !== 'api')
    const spelled = fc.infiniteStream(fc.tuple(fc.boolean(), fc.constantFrom('-', '.', ' ', '_')))
    fc.assert(
      fc.property(slugs, spelled, (slug, spelling) => {
        const text = [...slug].map(char => respelled(char, spelling.next().value)).join('')
        assert.equal(slugMeantBy(text), slug)
      }),
    )
  })

  function respelled(char: string, [capital, hyphen]: [boolean, string]): string {
    if (char === '-') return hyphen
    return capital ? char.toUpperCase() : char
  }
})

test('a random slug is three words, each drawn from the whole list [random-slug-three-words]', () => {
  const draws = [2, 0, 2]
  const asked: number[] = []
  const draw = (below: number) => draws[asked.push(below) - 1] ?? 0
  assert.equal(generateSlug(['able', 'best', 'cat'], draw), 'cat-able-cat')
  assert.deepEqual(asked, [3, 3, 3])
})

describe('slugs that can be confused when spoken [public-link-redirects]', () => {
  const pairs: [one: string, other: string, isSame: boolean][] = [
    ['kitchensurvey', 'kitchen-survey', true],
    ['super-market', 'supermarket', true],
    ['lunch2026', 'lunch-2026', true],
    ['team-2b', 'team2-b', true],
    ['team-12', 'team-1-2', false],
    ['lunch-2026-11-28', 'lunch20261128', false],
    ['kitchen-surveys', 'kitchen-survey', false],
  ]
  for (const [one, other, isSame] of pairs)
    test(`${one} and ${other}`, () => {
      assert.equal(soundsLike(one, other), isSame)
      assert.equal(soundsLike(other, one), isSame)
    })
})
