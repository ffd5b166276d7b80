import type { Place } from '../../values/place.ts'

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

const BLOCKS = new Set(
  `address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
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
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi
const ENTITIES: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    bull: '•',
  },
  ...{
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    laquo: '«',
    raquo: '»',
    middot: '·',
    times: '×',
    euro: '€',
  },
  ...{
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
  },
  ...{
    ccedil: 'ç',
    ntilde: 'ñ',
    aacute: 'á',
    iacute: 'í',
    oacute: 'ó',
    uacute: 'ú',
    acirc: 'â',
    ecirc: 'ê',
    ocirc: 'ô',
  },
  ...{
    iquest: '¿',
    iexcl: '¡',
    copy: '©',
    reg: '®',
    deg: '°',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    zwj: '\u200d',
    zwnj: '\u200c',
  },
}
/** Width of a level of a list. */
const LEVEL = '  '
const MOST_LEVELS = 20
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
  readonly #places: PlaceCounter
  readonly #lines: string[] = []
  readonly #linePlaces: Place[] = []
  readonly #left: LeftElement[] = []
  /** For each list that is open, how many items of an ordered one there were; undefined for another. */
  readonly #lists: (number | undefined)[] = []
  #line = ''
  #lead = ''
  #begin: number | undefined
  #bold = 0
  #isBold = true
  #cells = 0
  /** An element whose text is no line: a button, or an option that is none. */
  #button: { readonly name: string; text: string; readonly from: number } | undefined
  /** The name of an element whose content is to be passed over. */
  unseen: string | undefined

  constructor(html: string) {
    this.#places = new PlaceCounter(html)
  }

  addText(raw: string, from: number): void {
    if (raw === '') return
    // A longer text is no line of a survey, and is left out as one.
    const text = decoded(raw.slice(0, MOST_TEXT)).replace(/[ \t\r\n\f]+/g, ' ')
    if (this.#button !== undefined) this.#button.text += text
    else {
      const isNothing = text.trim() === ''
      if (isNothing && this.#line === '') return
      if (!isNothing) {
        this.#begin ??= from + raw.length - raw.trimStart().length
        if (this.#bold === 0) this.#isBold = false
      }
      this.#line += text
    }
  }

  open(name: string, attributes: string, from: number): void {
    if (UNSEEN.has(name)) this.unseen = name === 'head' ? undefined : name
    else if (name === 'br') this.#endLine()
    else if (name === 'hr') this.#endLine('---')
    else if (name === 'ul' || name === 'ol') this.#openList(name, attributes)
    else if (name === 'li') this.#openItem(attributes)
    else if (/^h[1-6]$/.test(name)) this.#openBlock(`${'#'.repeat(Number(name[1]))} `)
    else if (name === 'td' || name === 'th') this.#openCell()
    else if (name === 'option') this.#openOption(attributes, from)
    else if (name === 'input') this.#addInput(attributes)
    else if (name === 'img') this.#leave(from, named(attributes), 'picture')
    else if (name === 'button') this.#button = { name, text: '', from }
    else if ((name === 'b' || name === 'strong') && !/font-weight:\s*(?:normal|400)/i.test(attributes)) this.#bold++
    else if (BLOCKS.has(name)) this.#openParagraph(attributes)
  }

  close(name: string): void {
    if (name === this.#button?.name || name === 'select') this.#closeButton()
    if (name === 'b' || name === 'strong') this.#bold = Math.max(0, this.#bold - 1)
    else if (name === 'ul' || name === 'ol') {
      this.#endLine()
      this.#lists.pop()
    } else if (name === 'tr') {
      this.#endLine()
      this.#cells = 0
    } else if (name === 'table') this.#endLine('')
    else if (BLOCKS.has(name)) this.#endLine()
  }

  finish(): HtmlLines {
    this.#endLine()
    return { text: this.#lines.join('\n'), places: this.#linePlaces, left: this.#left }
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

  /** Word processors write the level of a list into a style. */
  #openParagraph(attributes: string): void {
    if (this.#line.trim() !== '') this.#endLine()
    const level = Number(/mso-list:[^;"']*\blevel(\d)/i.exec(attributes)?.[1] ?? 1)
    if (level > 1 && this.#lead === '') this.#lead = LEVEL.repeat(level - 1)
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

  #leave(from: number, read: string, kind: LeftElement['kind']): void {
    this.#left.push({ place: this.#places.at(from), read, kind })
  }

  #openCell(): void {
    if (this.#cells > 0) this.#line += '\t'
    this.#cells++
  }

  #addInput(attributes: string): void {
    const kind = /\btype=["']?(radio|checkbox|submit|button|reset)\b/i.exec(attributes)?.[1]?.toLowerCase()
    if (kind !== 'radio' && kind !== 'checkbox') return
    this.#endLine()
    this.#lead = kind === 'radio' ? '( ) ' : '[ ] '
  }

  #endLine(instead?: string): void {
    const text = this.#line
      .replace(/[ \t]+$/, '')
      .replace(/ *\t */g, '\t')
      .trimStart()
    if (this.#cells > 0 && this.#line.includes('\t')) this.#write(this.#line.replace(/ *\t */g, '\t').trim())
    else if (text !== '') this.#write(this.#lead + (this.#isBold && this.#lead === '' ? `**${text}**` : text))
    if (text !== '' || instead !== undefined) this.#lead = ''
    if (instead !== undefined) this.#write(instead)
    this.#line = ''
    this.#begin = undefined
    this.#isBold = true
  }

  #write(text: string): void {
    this.#lines.push(text)
    this.#linePlaces.push(this.#places.at(this.#begin ?? 0))
  }
}

/** Counts lines as far as it is asked, so that all places together cost one pass. */
class PlaceCounter {
  readonly #text: string
  #line = 1
  #lineStart = 0
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  at(offset: number): Place {
    for (
      let next = this.#text.indexOf('\n', this.#at);
      next >= 0 && next < offset;
      next = this.#text.indexOf('\n', this.#at)
    ) {
      this.#line++
      this.#at = this.#lineStart = next + 1
    }
    return { line: this.#line, column: Math.max(0, offset - this.#lineStart) + 1 }
  }
}

function named(attributes: string): string {
  const [, double, single] = /\balt=(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? []
  return decoded(double ?? single ?? '') || '<img>'
}

/** A text with its entities resolved. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (all, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? ENTITIES[String(name).toLowerCase()] ?? all
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
}
