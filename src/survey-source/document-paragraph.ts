import { XmlElement } from '@rgrove/parse-xml'
import { childrenNamed, descendantsNamed, elementAt, isOn } from './word-xml.ts'

/** What a paragraph has, beside the place of its text. */
export interface ParagraphText {
  /** Line breaks are its own. */
  readonly text: string
  readonly isBold: boolean
  /** What is in the document but not in its text, such as footnotes, each with its kind in front. */
  readonly notes: readonly string[]
  /** Boxes with a text of their own. */
  readonly boxes: readonly XmlElement[]
}

/** Texts that a paragraph refers to. */
export interface References {
  /** The text of a footnote, an endnote or a comment. */
  readonly noteText: (kind: NoteKind, id: string) => string
  readonly addressOf: (relation: string) => string
}

export type NoteKind = 'footnote' | 'endnote' | 'comment'

/** What is not part of the text: about it, in its old place, or repeated for older programs. */
const UNREAD = new Set(['w:moveFrom', 'w:pPr', 'w:rPr', 'w:sdtPr', 'w:sdtEndPr', 'mc:Fallback'])
const PICTURES = new Set(['w:drawing', 'w:pict', 'w:object'])
const NOTE_KINDS: Readonly<Record<string, NoteKind>> = {
  'w:footnoteReference': 'footnote',
  'w:endnoteReference': 'endnote',
  'w:commentReference': 'comment',
}
/** Characters of a note. */
const NOTE_LENGTH = 500
const FIELD = '______'
/** A tab would be taken for a table. */
const TAB = '    '
/** Characters of fonts with symbols that are boxes, empty or ticked. */
const BOX = /^(?:F0)?(?:6F|71|72|A8|FE|FD)$/i
const LINK_FIELD = /\bHYPERLINK\s+"([^"]+)"/

export function readParagraph(paragraph: XmlElement, references: References): ParagraphText {
  const reader = new ParagraphReader(references)
  reader.read(paragraph)
  return reader.finish()
}

class ParagraphReader {
  readonly #references: References
  readonly #parts: string[] = []
  readonly #notes: string[] = []
  readonly #boxes: XmlElement[] = []
  #isBold = true

  constructor(references: References) {
    this.#references = references
  }

  finish(): ParagraphText {
    const text = this.#parts
      .join('')
      .replace(/ *\n */g, '\n')
      .trim()
    return { text, isBold: this.#isBold && text !== '', notes: this.#notes, boxes: this.#boxes }
  }

  read(parent: XmlElement): void {
    for (const child of parent.children) if (child instanceof XmlElement) this.#readElement(child)
  }

  #readElement(element: XmlElement): void {
    const { name, attributes } = element
    if (UNREAD.has(name)) return
    const note = NOTE_KINDS[name]
    if (name === 'w:t' || name === 'm:t') this.#parts.push(element.text.replace(/[^\S ]/g, ' '))
    else if (name === 'w:tab') this.#parts.push(TAB)
    else if (name === 'w:br' || name === 'w:cr') this.#parts.push(attributes['w:type'] === 'page' ? '' : '\n')
    else if (name === 'w:noBreakHyphen') this.#parts.push('-')
    else if (name === 'w:sym') this.#parts.push(BOX.test(attributes['w:char'] ?? '') ? '☐' : '')
    else if (name === 'w:checkBox') this.#parts.push('☐ ')
    else if (name === 'w:textInput') this.#parts.push(FIELD)
    else if (name === 'w:del') this.#note('deleted text', element.text)
    else if (note !== undefined) this.#note(note, this.#references.noteText(note, attributes['w:id'] ?? ''))
    else if (name === 'w:instrText') this.#noteLink(LINK_FIELD.exec(element.text)?.[1] ?? '')
    else if (PICTURES.has(name)) this.#readPicture(element)
    else if (name === 'w:sdt') this.#readControl(element)
    else if (name === 'w:r') this.#readRun(element)
    else {
      if (name === 'w:hyperlink') this.#noteLink(this.#references.addressOf(attributes['r:id'] ?? ''))
      this.read(element)
      if (name === 'w:p') this.#parts.push('\n')
    }
  }

  #readRun(run: XmlElement): void {
    const properties = elementAt(run, 'w:rPr')
    const isHidden = isOn(elementAt(properties, 'w:vanish'))
    if (isHidden) this.#note('hidden text', run.text)
    if (!isHidden && !isOn(elementAt(properties, 'w:b')) && run.text.trim() !== '') this.#isBold = false
    if (!isHidden) this.read(run)
  }

  #readPicture(picture: XmlElement): void {
    const boxes = descendantsNamed(picture, 'w:txbxContent')
    for (const box of boxes) this.#boxes.push(box)
    const [properties] = descendantsNamed(picture, 'wp:docPr')
    const { descr, name } = properties?.attributes ?? {}
    if (boxes.length === 0) this.#note('picture', descr || name || 'without a description')
  }

  /** A field that people fill in, or choose from. */
  #readControl(control: XmlElement): void {
    const properties = elementAt(control, 'w:sdtPr')
    const list = elementAt(properties, 'w:dropDownList') ?? elementAt(properties, 'w:comboBox')
    const items = list === undefined ? [] : choicesIn(list)
    if (items.length > 0) this.#parts.push(` [${items.join('; ')}]`)
    else if (isOn(elementAt(properties, 'w:showingPlcHdr'))) this.#parts.push(FIELD)
    else for (const content of childrenNamed(control, 'w:sdtContent')) this.read(content)
  }

  #noteLink(address: string): void {
    if (address !== '') this.#note('link', address)
  }

  #note(kind: string, text: string): void {
    const written = text.slice(0, NOTE_LENGTH).replace(/\s+/g, ' ').trim()
    if (written !== '') this.#notes.push(`${kind}: ${written}`)
  }
}

/** The options of a list to choose from, without the line that asks to choose. */
function choicesIn(list: XmlElement): string[] {
  return childrenNamed(list, 'w:listItem')
    .filter(({ attributes }) => attributes['w:value'] !== '')
    .map(({ attributes }) => attributes['w:displayText'] ?? attributes['w:value'] ?? '')
}
