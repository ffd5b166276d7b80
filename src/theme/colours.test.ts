import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { PRESETS, type Theme, themeColours } from '../domain/surveys/survey-settings/theme.ts'
import { type Colours, coloursOf } from './colours.ts'
import { contrast, luminance, toOklch } from './oklch.ts'

const SURFACES = ['background', 'surface', 'field'] as const
const TEXTS = ['text', 'muted', 'accent', 'danger', 'success'] as const
const SHAPES = ['line', 'primary', 'bar', 'focus'] as const
const LABELS = [
  ['onPrimary', 'primary'],
  ['barLabel', 'bar'],
] as const

const EDGES = ['#ffffff', '#000000', '#fffffe', '#000001', '#757575', '#767676', '#777777', '#808080', '#bcbcbc']
const LOUD = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff', '#FFD166', '#5b00ff', '#2e2e2e']

const colour = fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`)
const pair = fc.record({ primary: colour, background: colour })
const edges = [...EDGES, ...LOUD].flatMap(primary => [...EDGES, ...LOUD].map(background => ({ primary, background })))

describe('10,000 random pairs, edges and presets', () => {
  test('text has a contrast of 4.5:1 on every surface, as do labels on fills and bars', () => {
    everyLook(colours => {
      for (const text of TEXTS) for (const surface of SURFACES) atLeast(4.5, colours, text, surface)
      for (const [label, fill] of LABELS) atLeast(4.5, colours, label, fill)
    })
  })

  test('borders, fills, bars and focus rings have a contrast of 3:1 on every surface', () => {
    everyLook(colours => {
      for (const shape of SHAPES) for (const surface of SURFACES) atLeast(3, colours, shape, surface)
    })
  })

  test('main text has a contrast of 7:1 on every surface if black or white reaches it on the background', () => {
    everyLook(colours => {
      const own = luminance(colours.background)
      if (Math.max(contrast(own, 0), contrast(own, 1)) < 7) return
      for (const surface of SURFACES) atLeast(7, colours, 'text', surface)
    })
  })

  test('the light palette keeps the background; the dark palette is dark and keeps the hue', () => {
    everyTheme(theme => {
      const { light, dark } = coloursOf(theme)
      const chosen = themeColours(theme).background.toLowerCase()
      const own = toOklch(chosen)
      assert.equal(light.background, chosen)
      assert.ok(toOklch(dark.background).lightness < 0.31, dark.background)
      assert.equal(dark.scheme, 'dark')
      assert.ok(own.lightness > 0.3 || dark.background === chosen, dark.background)
      if (own.chroma > 0.05) sameHue(dark.background, chosen)
    })
  })

  test('the primary colour is unchanged if its contrast suffices, and keeps its hue otherwise', () => {
    everyTheme(theme => {
      const chosen = themeColours(theme).primary.toLowerCase()
      for (const colours of Object.values(coloursOf(theme))) {
        const standsOut = SURFACES.every(name => contrast(luminance(chosen), luminance(colours[name])) >= 3)
        assert.equal(colours.primary === chosen, standsOut, `${colours.primary} for ${chosen}`)
        if (toOklch(chosen).chroma > 0.1) sameHue(colours.primary, chosen)
      }
    })
  })
})

describe('the presets', () => {
  for (const look of ['light', 'dark'] as const) {
    test(`in the ${look} palette any two presets differ in background and in primary colour`, () => {
      const looks = PRESETS.map(preset => coloursOf(preset)[look])
      for (const [at, one] of looks.entries()) {
        for (const other of looks.slice(at + 1)) {
          assert.ok(distance(one.primary, other.primary) > 0.07, `${one.primary} ${other.primary}`)
          assert.ok(distance(one.background, other.background) > 0.01, `${one.background} ${other.background}`)
        }
      }
    })
  }

  test('keep their primary colour unchanged in the light palette', () => {
    for (const preset of PRESETS) assert.equal(coloursOf(preset).light.primary, themeColours(preset).primary)
  })
})

function everyTheme(check: (theme: Theme) => void): void {
  for (const theme of [...PRESETS, ...edges]) check(theme)
  fc.assert(fc.property(pair, check), { numRuns: 10_000 })
}

function everyLook(check: (colours: Colours) => void): void {
  everyTheme(theme => Object.values(coloursOf(theme)).forEach(check))
}

function atLeast(ratio: number, colours: Colours, one: keyof Colours, other: keyof Colours): void {
  const found = contrast(luminance(colours[one]), luminance(colours[other]))
  assert.ok(found >= ratio, `${one} ${colours[one]} on ${other} ${colours[other]}: ${found}`)
}

/** Black, near black, white and greys have no meaningful hue. */
function sameHue(one: string, other: string): void {
  const [a, b] = [toOklch(one), toOklch(other)]
  if (a.chroma < 0.03 || a.lightness < 0.15) return
  assert.ok(Math.abs(Math.sin((a.hue - b.hue) / 2)) < 0.12, `${one} ${other}`)
}

function distance(one: string, other: string): number {
  const [a, b] = [toOklch(one), toOklch(other)]
  const x = a.chroma * Math.cos(a.hue) - b.chroma * Math.cos(b.hue)
  const y = a.chroma * Math.sin(a.hue) - b.chroma * Math.sin(b.hue)
  return Math.hypot(a.lightness - b.lightness, x, y)
}
