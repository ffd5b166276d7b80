import { signal } from '@preact/signals'
import type { TextLanguage } from '../../src/domain/surveys/languages/text-language.ts'
import type { Extent, Measured } from './screens.ts'
import { isWordTooLong, piecesOf } from './type/title.tsx'
import { below, type MeasuredQuestion, TITLE_SIZES, type TitleSize, titleSizeOf } from './type/title-size.ts'

/** A title, and what a question shows one below the other: its options, or picked texts. */
export interface Stack {
  readonly isOptions: boolean
  readonly title: string
  readonly language: TextLanguage
  readonly items: readonly string[]
}

const SMALLEST = 0.7
/** The height of a question's stage in rem in a window of 16 : 9. All that are not for a hand have as much. */
const LEAST_HEIGHT = 25
/** No window has room for as many options. */
const TOO_MANY = 20
/** Options that are measured for the titles of a survey, at a fifth of a millisecond each. With more, titles are measured alone. */
const MAX_MEASURED = 300

/**
 * Measures what questions need on this window before they are shown: whoever goes on has to tell the other screens which
 * items are next, and all titles have one size. It does so in an element that is as large as that of a question is, and
 * is empty otherwise.
 */
export class Gauge {
  readonly #element = document.createElement('div')
  /** Changes with the size of the window, and of its text. */
  readonly #size = signal('')
  /** By the index of the question, with what was measured. */
  readonly #measured = new Map<number, { readonly of: string; readonly measured: MeasuredQuestion }>()
  #titles: { readonly of: string; readonly size: TitleSize } | undefined

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

  /** The size of all titles. @param questions with their options; picked texts come and go, and change no title */
  titleSize(questions: readonly Stack[]): TitleSize {
    const measured = questions.reduce((sum, { items }) => sum + Math.min(items.length, TOO_MANY), 0)
    const most = measured > MAX_MEASURED ? 0 : TOO_MANY
    const stacks = questions.map(one => ({ ...one, items: one.items.slice(0, most) }))
    const of = JSON.stringify([this.#size.value, stacks])
    if (this.#titles?.of !== of) this.#titles = { of, size: titleSizeOf(this.#measureNow(stacks)) }
    return this.#titles.size
  }

  /** @param index of the question */
  measure(index: number, stack: Stack, size: TitleSize): Measured {
    const of = JSON.stringify([this.#size.value, stack])
    const known = this.#measured.get(index)
    if (known?.of === of) return below(known.measured, size)
    const [measured] = this.#measureNow([stack]) as [MeasuredQuestion]
    this.#measured.set(index, { of, measured })
    return below(measured, size)
  }

  /** All together, since the browser lays out everything whenever a size is read after a change. */
  #measureNow(stacks: readonly Stack[]): MeasuredQuestion[] {
    const stages = stacks.map(stageOf)
    for (const { stage } of stages) this.#element.append(stage)
    const extents = (size: number) => {
      this.#element.style.setProperty('--fit', `${size}`)
      return stages.map(({ items }) => items.map(extentOf))
    }
    const [usual, small] = [extents(1), extents(SMALLEST)]
    const measured = stages.map((stage, at) => ({
      ...heightsOf(stage),
      usual: usual[at] ?? [],
      small: small[at] ?? [],
    }))
    this.#element.textContent = ''
    return measured
  }
}

function remOf(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

function extentOf(item: Element): Extent {
  const { top, bottom } = item.getBoundingClientRect()
  return { from: top, to: bottom }
}

/** With a title of each size above the items. */
function stageOf(stack: Stack) {
  const { list, items } = stack.isOptions ? barsOf(stack) : textsOf(stack)
  const titles = TITLE_SIZES.map(size => titleOf(stack, size))
  const stage = Object.assign(element('div', 'stage', ...titles, list), stack.language)
  return { stage, titles, list, items }
}

function heightsOf({ stage, titles, list }: ReturnType<typeof stageOf>) {
  const heights = titles.map(title => ({
    height: title.getBoundingClientRect().height,
    isWordTooLong: isWordTooLong(title),
  }))
  const gap = list.getBoundingClientRect().top - (titles.at(-1)?.getBoundingClientRect().bottom ?? 0)
  const { height } = stage.getBoundingClientRect()
  return {
    height: height - gap,
    leastHeight: Math.min(height, LEAST_HEIGHT * remOf()) - gap,
    titles: Object.fromEntries(TITLE_SIZES.map((size, at) => [size, heights[at]])) as MeasuredQuestion['titles'],
  }
}

function titleOf({ title }: Stack, size: TitleSize): HTMLElement {
  const heading = element(
    'h1',
    '',
    ...piecesOf(title).map(({ text, isCompound }) => (isCompound ? compound(text) : text)),
  )
  heading.dataset.size = size
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
