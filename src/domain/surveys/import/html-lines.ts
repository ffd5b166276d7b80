import type { Place } from '../../values/place.ts'
import { decoded } from './html-entities.ts'
import { HtmlTables } from './html-tables.ts'
import { PlaceCounter } from './place-counter.ts'

/** HTML as lines of text, with the signs of lists, headings and tables that a text has. */
export interface HtmlLines {
  readonly text: string
  /** Where each line began. */
  readonly places: readonly Place[]
  readonly left: readonly LeftElement[]
}

/** An element that has no place in a survey. */
interface LeftElement {
  readonly place: Place
  readonly read: string
  /** A button, or what a list shows before a choice; a picture has no text. */
  readonly kind: 'picture' | 'placeholder'
}

/** One whose place is only counted when all are known. */
type Leaving = Omit<LeftElement, 'place'> & { readonly from: number }

/** Elements that can say how bold their text is. */
const INLINE = new Set(['b', 'strong', 'span', 'font'])
const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr html legend li main nav ol option p pre section select summary table tbody tfoot thead tr ul label optgroup`.split(
    /\s+/,
  ),
)
/** Elements whose content nobody reads. */
const UNSEEN = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'object',
  'datalist',
])
const TAG = /<(?:!--[\s\S]*?(?:-->|$)|![^>]*>|\?[^>]*>|(\/?)([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)(?:>|$))/gi
const EMPTY_VALUE = /\bvalue\s*=\s*(?:"\s*"|'\s*')/i
/** Width of a level of a list. */
const LEVEL = '  '
const MOST_LEVELS = 20
/** Margin of a level of a list, by its unit. */
const STEP: Readonly<Record<string, number>> = { pt: 36, cm: 1.27, in: 0.5 }
/** Around text that is meant as it stands. */
const FENCE = '```'
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3){1,12}$/u
/** Characters between two tags. */
const MOST_TEXT = 20_000

/** Reads HTML from a page or from the clipboard. Nothing in it is run, loaded or shown. */
export function htmlLines(html: string): HtmlLines {
  const writer = new LineWriter(html)
  let at = 0
  TAG.lastIndex = 0
  for (let tag = TAG.exec(html); tag !== null; tag = TAG.exec(html)) {
    const from = tag.index
    writer.addText(html.slice(at, from), at)
    at = TAG.lastIndex
    const [, slash, name, attributes = ''] = tag
    if (name !== undefined && slash === '/') writer.close(name.toLowerCase())
    else if (name !== undefined) writer.open(name.toLowerCase(), attributes, from)
    const end = writer.unseen
    // What is not seen may contain anything that looks like a tag.
    if (end !== undefined && slash !== '/') at = TAG.lastIndex = endOf(html, end, at)
    writer.unseen = undefined
  }
  writer.addText(html.slice(at), at)
  return writer.finish()
}

/** Where an element ends. One that never does has nothing behind it. */
function endOf(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[^>]*>`, 'gi')
  end.lastIndex = from
  return end.exec(html) === null ? html.length : end.lastIndex
}

class LineWriter {
  readonly #html: string
  readonly #tables = new HtmlTables()
  readonly #left: Leaving[] = []
  /** For each list that is open, how many items of an ordered one there were; undefined for another. */
  readonly #lists: (number | undefined)[] = []
  /** Of each element that may say so, whether its text is bold. */
  readonly #bold: boolean[] = []
  #line = ''
  #lead = ''
  #begin: number | undefined
  #isBold = true
  /** Texts in which white space is kept. */
  #pre = 0
  /** What a word processor has put in front of an item of a list. */
  #sign: string | undefined
  #signDepth = 0
  /** An element whose text is no line: a button, or an option that is none. */
  #button: { readonly name: string; text: string; readonly from: number } | undefined
  /** The name of an element whose content is to be passed over. */
  unseen: string | undefined

  constructor(html: string) {
    this.#html = html
  }

  addText(raw: string, from: number): void {
    if (raw === '') return
    // A longer text is no line of a survey, and is left out as one.
    const sent = decoded(raw.slice(0, MOST_TEXT))
    const text = sent.replace(/[ \t\r\n\f]+/g, ' ')
    if (this.#sign !== undefined) this.#sign += text
    else if (this.#button !== undefined) this.#button.text += text
    else if (this.#pre > 0) this.#addLines(sent, from)
    else {
      const isNothing = text.trim() === ''
      if (isNothing && this.#line === '') return
      if (!isNothing) {
        this.#begin ??= from + raw.length - raw.trimStart().length
        if (this.#bold.at(-1) !== true) this.#isBold = false
      }
      this.#line += text
    }
  }

  /** Lines as they stand there. */
  #addLines(text: string, from: number): void {
    let at = from
    for (const [number, line] of text.split('\n').entries()) {
      if (number > 0) this.#endLine(this.#line.trim() === '' ? '' : undefined)
      if (line.trim() !== '') this.#begin ??= at
      this.#line += line
      at += line.length + 1
    }
  }

  open(name: string, attributes: string, from: number): void {
    if (UNSEEN.has(name)) this.unseen = name === 'head' ? undefined : name
    else if (name === 'br') this.#endLine()
    else if (name === 'hr') this.#endLine('---')
    else if (name === 'ul' || name === 'ol') this.#openList(name, attributes)
    else if (name === 'li') this.#openItem(attributes)
    else if (/^h[1-6]$/.test(name)) this.#openBlock(`${'#'.repeat(Number(name[1]))} `)
    else if (name === 'table' || name === 'tr') this.#openRow(name)
    else if (name === 'td' || name === 'th') this.#openCell()
    else if (name === 'option') this.#openOption(attributes, from)
    else if (name === 'input') this.#addInput(attributes)
    else if (name === 'img') this.#addPicture(attributes, from)
    else if (name === 'button') this.#button = { name, text: '', from }
    else if (INLINE.has(name)) this.#openInline(name, attributes)
    else if (BLOCKS.has(name)) this.#openParagraph(name, attributes)
  }

  close(name: string): void {
    if (name === this.#button?.name || name === 'select') this.#closeButton()
    if (INLINE.has(name)) this.#closeInline()
    else if (name === 'ul' || name === 'ol') {
      this.#endLine()
      this.#lists.pop()
    } else if (name === 'td' || name === 'th') this.#endCell()
    else if (name === 'tr') this.#endRow()
    else if (name === 'table') this.#closeTable()
    else if (name === 'pre') this.#closePre()
    else if (BLOCKS.has(name)) this.#endLine()
  }

  finish(): HtmlLines {
    this.#endLine()
    const [linePlaces, leftPlaces] = [new PlaceCounter(this.#html), new PlaceCounter(this.#html)]
    const written = this.#tables.finish().flatMap(({ lead, text, from }) => {
      const place = linePlaces.at(from)
      return text.split('\n').map((line, at) => ({ text: at === 0 ? lead + line : line, place }))
    })
    return {
      text: written.map(({ text }) => text).join('\n'),
      places: written.map(({ place }) => place),
      left: this.#left.map(({ from, read, kind }) => ({ place: leftPlaces.at(from), read, kind })),
    }
  }

  #openInline(name: string, attributes: string): void {
    const weight = /font-weight:\s*([a-z\d]+)/i.exec(attributes)?.[1]
    const outer = this.#bold.at(-1) ?? false
    const own = name === 'b' || name === 'strong' || outer
    this.#bold.push(weight === undefined ? own : /^(?:bold|[6-9]00)/i.test(weight))
    if (this.#sign !== undefined || !/mso-list:\s*ignore/i.test(attributes)) return
    this.#sign = ''
    this.#signDepth = this.#bold.length
  }

  #closeInline(): void {
    this.#bold.pop()
    if (this.#sign === undefined || this.#bold.length >= this.#signDepth) return
    this.#lead += signOf(this.#sign.trim())
    this.#sign = undefined
  }

  #openList(name: string, attributes: string): void {
    this.#endLine()
    const start = Number(/\bstart=["']?(\d{1,4})/i.exec(attributes)?.[1] ?? 1)
    this.#lists.push(name === 'ol' ? start - 1 : undefined)
  }

  #openItem(attributes: string): void {
    this.#endLine()
    const depth = Math.max(0, this.#lists.length - 1)
    const count = this.#lists.at(-1)
    if (count !== undefined) this.#lists[this.#lists.length - 1] = count + 1
    const sign = count === undefined ? '- ' : `${count + 1}. `
    const isTicked = /\b(?:role=["']?checkbox|task-list-item)/i.test(attributes)
    this.#lead = `${LEVEL.repeat(Math.min(depth, MOST_LEVELS))}${sign}${isTicked ? '[ ] ' : ''}`
  }

  #openParagraph(name: string, attributes: string): void {
    if (this.#line.trim() !== '') this.#endLine()
    if (name === 'pre' && this.#pre++ === 0) this.#endLine(FENCE)
    const level = levelOf(attributes)
    if (level > 1 && this.#lead === '') this.#lead = LEVEL.repeat(level - 1)
  }

  #closePre(): void {
    this.#endLine()
    if (this.#pre > 0 && --this.#pre === 0) this.#endLine(FENCE)
  }

  #openBlock(lead: string): void {
    this.#endLine()
    this.#lead = lead
  }

  /** An option without a value is what a list shows until something is chosen. */
  #openOption(attributes: string, from: number): void {
    this.#closeButton()
    this.#openBlock('- ')
    if (EMPTY_VALUE.test(attributes)) this.#button = { name: 'option', text: '', from }
  }

  #closeButton(): void {
    const { name, text = '', from = 0 } = this.#button ?? {}
    if (text.trim() !== '') this.#leave(from, text.trim(), name === 'option' ? 'placeholder' : 'picture')
    if (name === 'option') this.#lead = ''
    this.#button = undefined
  }

  /** Chats send emoji as pictures, and documents the boxes of a list. */
  #addPicture(attributes: string, from: number): void {
    const alt = namedIn(attributes)
    if (EMOJI.test(alt)) this.addText(alt, from)
    else if (!/roledescription=["']?checkbox/i.test(attributes)) this.#leave(from, alt || '<img>', 'picture')
  }

  #leave(from: number, read: string, kind: LeftElement['kind']): void {
    this.#left.push({ from, read, kind })
  }

  #openRow(name: string): void {
    this.#endCell()
    if (name === 'table') this.#tables.openTable()
    else this.#tables.endRow()
  }

  #openCell(): void {
    this.#endCell()
    this.#tables.openCell()
  }

  #endCell(): void {
    this.#endLine()
    this.#lead = ''
  }

  #endRow(): void {
    this.#endCell()
    this.#tables.endRow()
  }

  #closeTable(): void {
    this.#endCell()
    this.#tables.closeTable()
    this.#endLine('')
  }

  #addInput(attributes: string): void {
    const kind = /\btype=["']?(radio|checkbox|submit|button|reset)\b/i.exec(attributes)?.[1]?.toLowerCase()
    if (kind !== 'radio' && kind !== 'checkbox') return
    this.#endLine()
    const [indent = ''] = /^ */.exec(this.#lead) ?? []
    this.#lead = indent + (kind === 'radio' ? '( ) ' : '[ ] ')
  }

  #endLine(instead?: string): void {
    const end = this.#line.trimEnd()
    const text = this.#pre > 0 ? end : end.trimStart()
    const from = this.#begin ?? 0
    const isHeading = this.#lead.startsWith('#')
    if (text !== '')
      this.#tables.add({
        lead: this.#lead,
        text: this.#isBold && this.#pre === 0 && this.#lead === '' ? `**${text}**` : text,
        from,
        ...(isHeading && { isWhole: true }),
      })
    if (text !== '' || instead !== undefined) this.#lead = ''
    if (instead !== undefined) this.#tables.add({ lead: '', text: instead, from })
    this.#line = ''
    this.#begin = undefined
    this.#isBold = true
  }
}

/** A number as it stands there; the letters that fonts of symbols show as bullets and boxes as what they show. */
function signOf(sign: string): string {
  if (sign === '') return ''
  if (/[\p{L}\p{N}]/u.test(sign) && (sign.length > 1 || /\p{N}/u.test(sign))) return `${sign} `
  return /^[q¨□☐]$/u.test(sign) ? '[ ] ' : '- '
}

/** Word processors write the level of a list into a style, and that of one inside another as a margin. */
function levelOf(attributes: string): number {
  const [, level] = /mso-list:[^;"']*\blevel(\d)/i.exec(attributes) ?? []
  if (level === undefined) return 1
  const [, margin = '', unit = 'pt'] = /margin-left:\s*(\d{1,4}(?:\.\d{1,4})?)(pt|cm|in)/i.exec(attributes) ?? []
  return Math.max(Number(level), Math.min(MOST_LEVELS, Math.round(Number(margin) / (STEP[unit.toLowerCase()] ?? 36))))
}

function namedIn(attributes: string): string {
  const [, double, single] = /\balt=(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? []
  return decoded(double ?? single ?? '')
}
