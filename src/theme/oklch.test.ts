import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contrast, luminance, luminanceOf, toHex, toOklch } from './oklch.ts'

const RADIAN = Math.PI / 180

/** Examples and sample values from CSS Color 4. */
const KNOWN: [colour: string, lightness: number, chroma: number, degrees: number][] = [
  ['#ff0000', 0.62796, 0.25768, 29.23],
  ['#00ff00', 0.86644, 0.29483, 142.5],
  ['#0000ff', 0.45201, 0.31321, 264.05],
  ['#663399', 0.44027, 0.1603, 303.37],
  ['#008000', 0.51975, 0.17686, 142.5],
]

describe('OKLCH', () => {
  for (const [colour, lightness, chroma, degrees] of KNOWN) {
    test(`${colour} has its known coordinates and converts back`, () => {
      const found = toOklch(colour)
      close(found.lightness, lightness, 0.0001)
      close(found.chroma, chroma, 0.0001)
      close((found.hue / RADIAN + 360) % 360, degrees, 0.05)
      assert.equal(toHex(found), colour)
    })
  }

  test('every grey converts back and has no chroma', () => {
    for (let step = 0; step < 256; step++) {
      const grey = `#${step.toString(16).padStart(2, '0').repeat(3)}`
      assert.equal(toHex(toOklch(grey)), grey)
      assert.ok(toOklch(grey).chroma < 0.0001, grey)
    }
  })

  test('colours out of gamut keep lightness and hue and lose chroma', () => {
    for (let degrees = -180; degrees < 180; degrees += 15) {
      const wanted = { lightness: 0.6, chroma: 0.5, hue: degrees * RADIAN }
      const found = toOklch(toHex(wanted))
      close(found.lightness, wanted.lightness, 0.005)
      close(Math.sin((found.hue - wanted.hue) / 2), 0, 0.02)
      assert.ok(found.chroma > 0.08 && found.chroma < 0.5, `${degrees}: ${found.chroma}`)
    }
  })

  test('lightness out of range is black or white', () => {
    const ends = [-0.5, 1.5].map(lightness => toHex({ lightness, chroma: 0.2, hue: 1 }))
    assert.deepEqual(ends, ['#000000', '#ffffff'])
  })
})

describe('contrast', () => {
  test('has the known values', () => {
    close(contrast(luminance('#ffffff'), luminance('#000000')), 21, 0.0001)
    close(contrast(luminance('#777777'), luminance('#ffffff')), 4.478, 0.001)
    close(contrast(luminance('#0000ff'), luminance('#ffffff')), 8.592, 0.001)
  })

  test('is the same when computed from OKLCH', () => {
    for (const [colour] of KNOWN) close(luminanceOf(toOklch(colour)), luminance(colour), 0.001)
  })
})

function close(found: number, expected: number, by: number): void {
  assert.ok(Math.abs(found - expected) <= by, `${found} is not ${expected}`)
}
