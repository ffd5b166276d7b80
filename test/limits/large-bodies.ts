import { BODY_BYTES } from '../../src/domain/values/body-limits.ts'

/** Bytes of the largest body. */
export const MIB = BODY_BYTES
/** A number that no double represents, after which the slower parser reads everything. */
const EXACT = '1e999'

/** Bodies that are as expensive to parse as JSON of that size can be, valid or not. */
export const LARGE_JSON: readonly (readonly [what: string, text: string])[] = [
  ['numbers', list(at => `${at % 10}`)],
  ['numbers that need no double', list(at => `0.1234567890123456789${at}`)],
  ['short numbers that need no double', list(() => '1e-999')],
  ['long exponents', list(() => '1.5e-100')],
  ['one number', `[${'1'.repeat(MIB - 2)}]`],
  ['many zeros', `[0.${'0'.repeat(MIB - 10)}1]`],
  ['one name many times', object(() => '"a":1')],
  ['one name many times, read exactly', object(() => `"a":${EXACT}`)],
  ['many names', object(at => `"${at.toString(36)}":1`)],
  ['many indexes, last first', object(at => `"${4e9 - at * 7_919}":1`)],
  ['many names, read exactly', object(at => `"${at.toString(36)}":${EXACT}`)],
  ['names of object internals, read exactly', object(() => `"__proto__":${EXACT}`)],
  ['escapes', `{"a":"${'\\u0041'.repeat(170_000)}"}`],
  ['escapes, read exactly', `[${EXACT},"${'\\u0041'.repeat(170_000)}"]`],
  ['empty texts, read exactly', list(() => '""', `${EXACT},`)],
  ['empty lists, read exactly', list(() => '[]', `${EXACT},`)],
  ['nested lists, read exactly', list(() => '['.repeat(150) + ']'.repeat(150), `${EXACT},`)],
  ['words, read exactly', list(() => 'null', `${EXACT},`)],
  ['lists 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)],
]

function list(entry: (at: number) => string, start = ''): string {
  return `[${start}${joined(entry, MIB - start.length - 2)}]`
}

function object(entry: (at: number) => string): string {
  return `{${joined(entry, MIB - 2)}}`
}

function joined(entry: (at: number) => string, length: number): string {
  const entries: string[] = []
  for (let at = 0, size = 0; ; at++) {
    const next = entry(at)
    size += next.length + 1
    if (size > length) return entries.join(',')
    entries.push(next)
  }
}

/** The same of forms. */
export const LARGE_FORMS: readonly (readonly [what: string, text: string])[] = [
  ['one text', `q0=${'x'.repeat(MIB - 3)}`],
  ['one text of line breaks', `q0=${'%0D%0A'.repeat(MIB / 6 - 1)}`],
  ['escapes', `q0=${'%41'.repeat(MIB / 3 - 1)}`],
  ['escapes that are none', `q0=${'%'.repeat(MIB - 3)}`],
  ['combining marks', `q0=a${'%CC%81'.repeat(MIB / 6 - 1)}`],
  ['one name many times', joinedBy('&', () => 'q0=1')],
  ['many names', joinedBy('&', at => `${at.toString(36)}=1`)],
  ['separators', '&'.repeat(MIB)],
  ['markup, which is written back escaped', `q0=${'<&>"'.replaceAll('&', '%26').repeat(MIB / 7)}`],
]

/** Marks that normalization has to sort. */
const MARKS = '\u0301\u0316'.repeat(MIB / 4 - 20)
/** The longest domain of Chinese characters for which one in ASCII is sought. */
const HAN = Array.from({ length: 5_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join('')

/** The same of what is typed to sign in. */
export const LARGE_SIGN_INS: readonly (readonly [what: string, text: string])[] = [
  ['a password of marks', `email=ada@example.org&password=a${MARKS}`],
  ['an address of marks', `email=a@${MARKS}`],
  ['an address of Chinese characters', `email=a@${HAN}.example`],
]

function joinedBy(separator: string, entry: (at: number) => string): string {
  return joined(entry, MIB).replaceAll(',', separator)
}
