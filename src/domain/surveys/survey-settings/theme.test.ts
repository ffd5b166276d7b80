import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, parseJson } from '../../values/json.ts'
import { parseTheme } from './theme.ts'

const INVALID = { kind: 'invalid', message: 'invalid theme' }

for (const name of ['default', 'sunset', 'ocean', 'forest', 'rose', 'slate']) {
  test(`${name} is a preset [theme-presets]`, () => assert.equal(parseTheme(name), name))
}

test('two colours keep the case of their letters [theme-colour-pair]', () => {
  const pair = { primary: '#0a1B2c', background: '#FFFFFF' }
  assert.deepEqual(parseTheme(pair), pair)
})

for (const extra of ['"name":"mine"', '"constructor":1', '"__proto__":{"primary":"#000000"}', '"n":1e400']) {
  test(`${extra} is dropped if sent with the two colours [theme-extra-keys-dropped]`, () => {
    const theme = parseTheme(parseJson(`{${extra},"primary":"#123456","background":"#ffffff"}`))
    assert.deepEqual(theme, { primary: '#123456', background: '#ffffff' })
  })
}

const refused: (Json | undefined)[] = [
  ...[undefined, 0, 1, true, [], ['default'], ['#000000', '#ffffff'], parseJson('1e400')],
  ...['', 'Default', 'default ', 'dark', 'constructor', '__proto__', '#000000'],
]
for (const input of refused) {
  test(`${JSON.stringify(input)} is refused [error-invalid-theme]`, () => {
    assert.throws(() => parseTheme(input), INVALID)
  })
}

test('null is refused [theme-null-refused]', () => assert.throws(() => parseTheme(null), INVALID))

const halves = [
  '{}',
  '{"primary":"#000000"}',
  '{"background":"#000000"}',
  '{"__proto__":{"primary":"#000000","background":"#000000"}}',
]
for (const text of halves) {
  test(`${text} is refused [theme-pair-complete]`, () => assert.throws(() => parseTheme(parseJson(text)), INVALID))
}

const colours: Json[] = [
  ...['', '#', '#000', '#00000', '#0000000', '#00000000', '000000', '#00000g', '#00000G', '#ＦＦＦＦＦＦ'],
  ...[' #000000', '#000000 ', '#000000\n', 'red', 'rgb(0,0,0)', 'default'],
  ...[null, 0, true, ['#000000'], {}],
]
for (const colour of colours) {
  test(`${JSON.stringify(colour)} is refused as either colour [theme-pair-complete]`, () => {
    assert.throws(() => parseTheme({ primary: colour, background: '#000000' }), INVALID)
    assert.throws(() => parseTheme({ primary: '#000000', background: colour }), INVALID)
  })
}
