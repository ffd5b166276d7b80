import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { PRESETS } from '../domain/surveys/survey-settings/theme.ts'
import { STYLESHEET } from '../html/stylesheet.ts'
import { coloursOf } from './colours.ts'
import { themeStyle } from './theme-style.ts'

const NAMES = [
  ...['background', 'surface', 'field', 'text', 'muted', 'line', 'primary', 'on-primary', 'accent', 'focus'],
  ...['bar', 'bar-label', 'danger', 'success'],
]

const CUSTOM = { primary: '#FFD166', background: '#7A7A7A' }

for (const theme of [...PRESETS, CUSTOM]) {
  test(`${JSON.stringify(theme)} has each property in light and dark, in less than 900 bytes`, () => {
    const style = themeStyle(theme).toString()
    const { light, dark } = coloursOf(theme)
    const [first, second] = [...style.matchAll(/:root\{([^}]*)\}/g)].map(([, inside = '']) => inside.split(';'))
    assert.deepEqual(first, declarations(light.scheme, Object.values(light).slice(1)))
    assert.deepEqual(second, declarations(dark.scheme, Object.values(dark).slice(1)))
    assert.match(style, /\}@media\(prefers-color-scheme:dark\)\{:root\{[^{}]*\}\}\n$/)
    assert.ok(style.length < 900, `${style.length} bytes`)
  })
}

test('stylesheet and colours take at most 5.5 kB compressed', () => {
  const size = brotliCompressSync(`${themeStyle(CUSTOM)}${STYLESHEET}`).length
  assert.ok(size <= 5500, `${size} bytes`)
})

test('the stylesheet uses colours only through these properties, and prints on white', () => {
  const [screen = ''] = STYLESHEET.toString().split('@media print')
  const used = [...screen.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name = '']) => name)
  assert.deepEqual(new Set(used).difference(new Set(NAMES)), new Set())
  assert.doesNotMatch(screen, /#[0-9a-f]{3}|(?:rgb|hsl|lch)a?\(|\b(?:white|black)\b(?!-)/)
})

function declarations(scheme: string, colours: readonly string[]): string[] {
  return [`color-scheme:${scheme}`, ...NAMES.map((name, at) => `--${name}:${colours[at]}`)]
}
