import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isArray, isObject, type JsonObject, numberIn, parseFields, parseJson, withMembers } from './json.ts'

const INVALID = { kind: 'invalid', message: 'invalid JSON' }

/** A number that does not fit a double, so that the text containing it is read digit by digit. */
const ROUNDED = '12345678901234567890'

const rewritten = (text: string) => JSON.stringify(parseJson(text))

describe('a number is written as sent [numbers-keep-digits, numbers-keep-spelling]', () => {
  const numbers = [
    ...[ROUNDED, `-${ROUNDED}`, '9007199254740993', '9007199254740992', '100000000000000000000000'],
    ...['0.1', '0.10000000000000001', '0.1000000000000000055511151231257827', '0.0000001', '0.000001', '-0.75'],
    ...[
      '0',
      '-0',
      '-0.0',
      '0.0',
      '0e400',
      '0.00000000000000000000',
      '1.0',
      '1.10',
      '1.50',
      '10',
      '-10',
      '1000000000000000',
    ],
    ...['1e0', '12e-1', '1E5', '1e+22', '1e22', '1e400', '-1e400', '1e-400', '1e999999999999', '5e-324', '2e-324'],
    ...['1.7976931348623157e308', '1.7976931348623159e308'],
  ]
  for (const text of numbers) {
    test(`${text} alone, in a list, in an object`, () => {
      assert.equal(rewritten(text), text)
      assert.equal(rewritten(`[${text},{"n" : ${text} }]`), `[${text},{"n":${text}}]`)
    })
  }
  test('but beyond 25,000 values only its value is kept', () => {
    const rest = ',1'.repeat(25_000)
    assert.equal(rewritten(`[1.10${rest}]`), `[1.1${rest}]`)
  })
})

describe('a number that fits a double can be used, however it is spelled [answer-rating]', () => {
  for (const text of [
    '7',
    '7.0',
    '7.0000000000000000000',
    '0.7000000000000000000e1',
    '700000000000000000000e-20',
    '7e0',
  ]) {
    test(text, () => assert.equal(numberIn(parseJson(text)), 7))
  }
  test('-0.25', () => assert.equal(numberIn(parseJson('-25000000000000000000e-20')), -0.25))
  for (const text of [ROUNDED, '1.00000000000000000001', '1e400', '"7"', 'true', 'null', '[7]'])
    test(`${text} cannot`, () => assert.equal(numberIn(parseJson(text)), undefined))
})

describe('members are written in the order in which they were sent [members-keep-order]', () => {
  const objects = [
    '{"b":1,"2":1,"1":1}',
    '{"1":1,"2":1,"b":1}',
    '{"10":{"b":[{"c":0,"0":0}],"9":1},"a":[],"9":{"2":1,"1":2}}',
    '{"4294967295":1,"4294967294":2,"01":3,"-1":4,"1.5":5,"1":6}',
    '{"__proto__":{"a":1,"0":2},"1":1,"0":2}',
  ]
  for (const text of objects) {
    test(text, () => {
      assert.equal(rewritten(text), text)
      assert.equal(rewritten(`[${ROUNDED},${text}]`), `[${ROUNDED},${text}]`)
      assert.deepEqual(JSON.parse(JSON.stringify({ ...(parseJson(text) as JsonObject) })), JSON.parse(text))
    })
  }
  test('even after an escape', () => assert.equal(rewritten('{"b":1,"\\u0031":2}'), '{"b":1,"1":2}'))
  test('a name sent twice has its first place', () => assert.equal(rewritten('{"b":1,"1":2,"b":3}'), '{"b":3,"1":2}'))
  test('even if members are replaced and added', () => {
    const object = parseJson('{"b":1,"2":{},"a":0,"1":1}') as JsonObject
    assert.equal(JSON.stringify(withMembers(object, { a: 5, '0': 6, c: 7 })), '{"b":1,"2":{},"a":5,"1":1,"0":6,"c":7}')
  })
  test('but not beyond 25,000 values', () => {
    const rest = ',1'.repeat(25_000)
    assert.equal(rewritten(`[{"b":1,"1":2}${rest}]`), `[{"1":2,"b":1}${rest}]`)
  })
})

describe('a value is read in full, even beside a number that a double would round [unknown-properties-any-depth, object-internal-names-kept]', () => {
  const values: [what: string, text: string, written?: string][] = [
    ['empty containers', '[[],{},[{}],{"":[]}]'],
    ['white space', ' \t\r\n[ \t1\r,\n"a" , { "b" :\t[ ]\n} ] \n', '[1,"a",{"b":[]}]'],
    ['words', '[true,false,null]'],
    ['every escape', '"\\u0041\\/\\\\\\"\\b\\f\\n\\r\\t"', '"A/\\\\\\"\\b\\f\\n\\r\\t"'],
    ['a NUL and a lone surrogate', '"\\u0000\\ud800"'],
    ['an escaped pair', '"\\ud83d\\ude00"', '"😀"'],
    ['separators that are not line ends', '"\u2028\u2029\u007f"'],
    ['a text full of brackets and digits', '"]}[{,:\\"12345678901234567890"'],
    ['a backslash before the closing quote', '["\\\\","a"]'],
    ['a member named __proto__', '{"__proto__":{"a":1},"b":2}'],
    ['a member named __proto__ by escape', '{"\\u005f_proto__":[]}', '{"__proto__":[]}'],
    ['members named like internals', '{"constructor":{"prototype":1},"toString":2,"hasOwnProperty":3}'],
    ['a member named like the mark of a raw number', '{"rawJSON":"1","toJSON":2}'],
    ['a name sent twice: the last', '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
    ['__proto__ sent twice', '{"__proto__":1,"__proto__":{}}', '{"__proto__":{}}'],
  ]
  for (const [what, text, written = text] of values) {
    test(what, () => {
      assert.equal(rewritten(text), written)
      assert.equal(rewritten(`[${ROUNDED},${text}]`), `[${ROUNDED},${written}]`)
    })
  }

  for (const text of ['{"__proto__":{"admin":true}}', `{"__proto__":{"admin":true},"n":${ROUNDED}}`]) {
    test(`${text} has the same prototype as any object`, () => {
      const value = parseJson(text)
      assert.equal(Object.getPrototypeOf(value), Object.prototype)
      assert.equal('admin' in Object.prototype, false)
    })
  }
})

describe('text that does not parse is refused, even after a number that a double would round [error-invalid-json]', () => {
  const malformed = [
    ...['', ' ', '{', '}', '[', ']', '[1', '[1,]', '[,1]', '[1 2]', '1 2', '[]]', '{}{}', '][', ','],
    ...['{"a"}', '{"a":}', '{"a" 1}', '{"a":1,}', '{,}', "{'a':1}", '{a:1}', '{1:1}', '{"a":1]', '[1}'],
    ...['01', '-01', '1.', '.5', '+1', '-', '1e', '1e+', '1.e1', '--1', '1-2', '1e5e5', '0x1', '1n', '1_0'],
    ...['NaN', 'Infinity', '-Infinity', 'undefined', 'tru', 'True', 'nul', 'nullnull'],
    ...['"', '"a', '"\\"', '"\\x41"', '"\\u12"', '"\t"', '"a\nb"', '"\u0000"', "'a'", '"a""b"'],
    ...['\ufeff1', '\u00a01', '//\n1', '/**/1', '1;'],
  ]
  for (const text of malformed) {
    test(JSON.stringify(text), () => {
      assert.throws(() => parseJson(text), INVALID)
      assert.throws(() => parseJson(`[${ROUNDED},${text}]`), INVALID)
    })
  }
})

describe('200 levels are read and more are refused [json-nesting-200]', () => {
  const nests: [what: string, nest: (levels: number, inside: string) => string][] = [
    ['lists', (levels, inside) => '['.repeat(levels) + inside + ']'.repeat(levels)],
    ['objects', (levels, inside) => '{"a":'.repeat(levels) + inside + '}'.repeat(levels)],
    [
      'lists in objects',
      (levels, inside) => {
        const [pairs, odd] = [Math.floor(levels / 2), levels % 2]
        return '[{"a":'.repeat(pairs) + '['.repeat(odd) + inside + ']'.repeat(odd) + '}]'.repeat(pairs)
      },
    ],
  ]
  for (const [what, nest] of nests) {
    for (const inside of ['1', '"[{"', ROUNDED]) {
      test(`${what} around ${inside}`, () => {
        assert.equal(rewritten(nest(200, inside)), nest(200, inside))
        for (const levels of [201, 202, 100_000]) assert.throws(() => parseJson(nest(levels, inside)), INVALID)
      })
    }
  }

  const shallow: [what: string, text: string][] = [
    ['300 lists side by side', `[${Array(300).fill('[]').join(',')}]`],
    ['300 brackets in a text', `"${'['.repeat(300)}"`],
    ['300 brackets behind an escaped quote', `["\\"${'{'.repeat(300)}",1]`],
    ['300 brackets in a name', `{"${'['.repeat(300)}":1}`],
  ]
  for (const [what, text] of shallow) test(`${what} are not nested`, () => assert.equal(rewritten(text), text))

  test('100,000 levels that are never closed', () => {
    assert.throws(() => parseJson('['.repeat(100_000)), INVALID)
  })
})

describe('JSON that is not an object has no fields [body-non-object-required]', () => {
  for (const text of ['null', 'true', '5', '1e400', '"title"', '[]', '[{"title":"a"}]']) {
    test(text, () => assert.deepEqual(parseFields(text), {}))
  }
  test('an object has its own', () => assert.deepEqual(parseFields('{"title":"a"}'), { title: 'a' }))
  test('text that does not parse is refused', () => assert.throws(() => parseFields('{'), INVALID))
})

test('a number that a double would round is neither an object nor a list', () => {
  const value = parseJson(ROUNDED)
  assert.deepEqual([isObject(value), isArray(value)], [false, false])
})

test('any JSON value is written as it was read [unknown-properties-any-depth]', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
      const text = JSON.stringify(value)
      assert.deepEqual(JSON.parse(rewritten(text)), JSON.parse(text))
      assert.deepEqual(JSON.parse(rewritten(`[${ROUNDED},${text}]`))[1], JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test('any number, anywhere, is written with the value that was sent (property) [numbers-keep-digits]', () => {
  fc.assert(
    fc.property(documents(), text => {
      const written = rewritten(text)
      assert.deepEqual(zeroed(written), zeroed(text))
      const [sent, kept] = [numbersIn(text), numbersIn(written)]
      sent.forEach((number, at) => {
        assert.ok(isSameNumber(number, kept[at] ?? ''), `${number} became ${kept[at]}`)
      })
    }),
    { numRuns: 1000 },
  )
})

/** JSON texts with numbers of up to 60 digits; the names in an object are distinct and not integers. */
function documents(): fc.Arbitrary<string> {
  const number = fc.stringMatching(/^-?(0|[1-9]\d{0,29})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/)
  const other = fc.oneof(
    fc.constantFrom('true', 'false', 'null', '""', '[]', '{}'),
    fc.string().map(text => JSON.stringify(text)),
  )
  const space = fc.constantFrom('', '', ' ', '\n\t')
  return fc.letrec<{ value: string; list: string; object: string; spaced: string }>(tie => ({
    value: fc.oneof({ maxDepth: 4 }, { arbitrary: number, weight: 4 }, other, tie('list'), tie('object')),
    spaced: fc.tuple(space, tie('value'), space).map(parts => parts.join('')),
    list: fc.array(tie('spaced'), { maxLength: 5 }).map(items => `[${items.join(',')}]`),
    object: fc
      .array(fc.tuple(fc.string(), tie('spaced')), { maxLength: 5 })
      .map(members => members.map(([name, value], at) => `${JSON.stringify(`${at}_${name}`)}:${value}`))
      .map(members => `{${members.join(',')}}`),
  })).spaced
}

/** A string or a number: the tokens that can contain digits. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

function numbersIn(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => token).filter(token => !token.startsWith('"'))
}

/** The value with each number replaced by 0. */
function zeroed(text: string): unknown {
  return JSON.parse(text.replace(TOKEN, token => (token.startsWith('"') ? token : '0')))
}

function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [scaled(one), scaled(other)]
  const lowest = Math.min(a.exponent, b.exponent)
  return a.digits * 10n ** BigInt(a.exponent - lowest) === b.digits * 10n ** BigInt(b.exponent - lowest)
}

/** A decimal number as an integer times a power of ten. */
function scaled(text: string): { digits: bigint; exponent: number } {
  const [decimal = '', exponent = '0'] = text.split(/[eE]/)
  const [whole = '', fraction = ''] = decimal.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

test('at most 50,000 members and 30,000 texts, or 25,000 values beside an exact number [body-bounded-time]', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join(',')}}`
  const texts = (count: number) => `["1"${',"1"'.repeat(count - 1)}]`
  const values = (count: number) => `[1e999${',1'.repeat(count - 2)}]`
  parseJson(members(50_000))
  parseJson(texts(30_000))
  parseJson(values(25_000))
  assert.throws(() => parseJson(members(50_001)), { message: 'invalid JSON' })
  assert.throws(() => parseJson(texts(30_001)), { message: 'invalid JSON' })
  assert.throws(() => parseJson(values(25_001)), { message: 'invalid JSON' })
})
