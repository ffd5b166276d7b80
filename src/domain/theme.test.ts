import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, parseJson } from './json.ts'
import { parseTheme } from './theme.ts'

const INVALID = { kind: 'invalid', message: 'invalid theme' }

for (const name of ['default', 'sunset', 'ocean', 'forest', 'rose', 'slate']) {
  test(`[theme-presets] ${name} is a preset`, () => assert.equal(parseTheme(name), name))
}

test('[theme-colour-pair] two colours keep the case of their letters', () => {
  const pair = { primary: '#0a1B2c', background: '#FFFFFF' }
  assert.deepEqual(parseTheme(pair), pair)
})

for (const extra of ['"name":"mine"', '"constructor":1', '"__proto__":{"primary":"#000000"}', '"n":1e400']) {
  test(`[theme-extra-keys-dropped] ${extra} beside the two colours is dropped`, () => {
    const theme = parseTheme(parseJson(`{${extra},"primary":"#123456","background":"#ffffff"}`))
    assert.deepEqual(theme, { primary: '#123456', background: '#ffffff' })
  })
}

const refused: (Json | undefined)[] = [
  ...[undefined, 0, 1, true, [], ['default'], ['#000000', '#ffffff'], parseJson('1e400')],
  ...['', 'Default', 'default ', 'dark', 'constructor', '__proto__', '#000000'],
]
for (const input of refused) {
  test(`[error-invalid-theme] ${JSON.stringify(input)} is refused`, () => {
    assert.throws(() => parseTheme(input), INVALID)
  })
}

test('[theme-null-refused] null is refused', () => assert.throws(() => parseTheme(null), INVALID))

const halves = [
  '{}',
  '{"primary":"#000000"}',
  '{"background":"#000000"}',
  '{"__proto__":{"primary":"#000000","background":"#000000"}}',
]
for (const text of halves) {
  test(`[theme-pair-complete] ${text} is refused`, () => assert.throws(() => parseTheme(parseJson(text)), INVALID))
}

const colours: Json[] = [
  ...['', '#', '#000', '#00000', '#0000000', '#00000000', '000000', '#00000g', '#00000G', '#ＦＦＦＦＦＦ'],
  ...[' #000000', '#000000 ', '#000000\n', 'red', 'rgb(0,0,0)', 'default'],
  ...[null, 0, true, ['#000000'], {}],
]
for (const colour of colours) {
  test(`[theme-pair-complete] ${JSON.stringify(colour)} is refused as either colour`, () => {
    assert.throws(() => parseTheme({ primary: colour, background: '#000000' }), INVALID)
    assert.throws(() => parseTheme({ primary: '#000000', background: colour }), INVALID)
  })
}
