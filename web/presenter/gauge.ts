import { signal } from '@preact/signals'
import type { TextLanguage } from '../../src/domain/surveys/text-language.ts'
import type { Extent, Measured } from './screens.ts'
import { piecesOf, type TitleLength } from './title.tsx'

/** What a question shows one below the other: its options, or picked texts. */
export interface Stack {
  readonly isOptions: boolean
  readonly title: string
  readonly titleLength: TitleLength
  readonly language: TextLanguage
  readonly items: readonly string[]
}

const SMALLEST = 0.7
/** The height of a question's stage in rem in a window of 16 : 9. All that are not for a hand have as much. */
const LEAST_HEIGHT = 25

/**
 * Measures what a question needs on this window before it is shown: whoever goes on has to tell the other screens which
 * items are next. It does so in an element that is as large as that of a question is, and is empty otherwise.
 */
export class Gauge {
  readonly #element = document.createElement('div')
  /** Changes with the size of the window, and of its text. */
  readonly #size = signal('')
  /** By the index of the question, with what was measured. */
  readonly #measured = new Map<number, { readonly of: string; readonly measured: Measured }>()

  constructor() {
    this.#element.className = 'gauge'
    document.body.append(this.#element)
    const resize = () => {
      const { width, height } = this.#element.getBoundingClientRect()
      this.#size.value = `${width} ${height} ${remOf()}`
    }
    resize()
    new ResizeObserver(resize).observe(this.#element)
  }

  /** @param index of the question */
  measure(index: number, stack: Stack): Measured {
    const of = JSON.stringify([this.#size.value, stack])
    const known = this.#measured.get(index)
    if (known?.of === of) return known.measured
    const measured = this.#measureNow(stack)
    this.#measured.set(index, { of, measured })
    return measured
  }

  #measureNow(stack: Stack): Measured {
    const { list, items } = stack.isOptions ? barsOf(stack) : textsOf(stack)
    const stage = Object.assign(element('div', 'stage', titleOf(stack), list), stack.language)
    this.#element.append(stage)
    const extents = (size: number) => {
      stage.style.setProperty('--fit', `${size}`)
      return items.map(extentOf)
    }
    const [usual, small] = [extents(1), extents(SMALLEST)]
    const { height, bottom } = stage.getBoundingClientRect()
    const room = bottom - list.getBoundingClientRect().top
    stage.remove()
    return { room, leastRoom: room - Math.max(0, height - LEAST_HEIGHT * remOf()), usual, small }
  }
}

function remOf(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

function extentOf(item: Element): Extent {
  const { top, bottom } = item.getBoundingClientRect()
  return { from: top, to: bottom }
}

function titleOf({ title, titleLength }: Stack): HTMLElement {
  const heading = element(
    'h1',
    '',
    ...piecesOf(title).map(({ text, isCompound }) => (isCompound ? compound(text) : text)),
  )
  heading.dataset.length = titleLength
  return heading
}

function compound(text: string): HTMLElement {
  return element('span', 'compound', text)
}

/** As `Bars` does, without numbers and bars, which take no height. */
function barsOf({ items: labels }: Stack) {
  const items = labels.map(label => {
    const heading = element('th', '', element('span', '', label))
    return element('tr', '', heading, element('td', ''), element('td', ''))
  })
  return { items, list: element('div', 'chart', element('table', 'bars', element('tbody', '', ...items))) }
}

function textsOf({ items: texts }: Stack) {
  const items = texts.map(text => element('li', '', element('blockquote', '', text)))
  return { items, list: element('ul', 'texts', ...items) }
}

function element(name: string, className: string, ...content: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  if (name === 'span' || name === 'blockquote' || name === 'h1') made.dir = 'auto'
  made.append(...content)
  return made
}
