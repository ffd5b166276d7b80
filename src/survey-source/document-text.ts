import type { XmlElement } from '@rgrove/parse-xml'
import { DocumentNumbering, DocumentStyles, listPlaceOf } from './document-lists.ts'
import { type NoteKind, type ParagraphText, type References, readParagraph } from './document-paragraph.ts'
import type { OfficeParts } from './office-parts.ts'
import { childrenNamed, descendantsNamed, elementAt, elementsIn, propertyValue, rootOf } from './word-xml.ts'

/** The file of a document that has its paragraphs. */
export const DOCUMENT = 'word/document.xml'
/** Files of a document that have its texts. */
export const DOCUMENT_PARTS =
  /^word\/(?:document|styles|numbering|footnotes|endnotes|comments|(?:header|footer)\d{1,3}|_rels\/document)\.xml(?:\.rels)?$/

const MARGIN_PARTS = /^word\/(header|footer)\d+\.xml$/
const NOTE_FILES: Readonly<Record<NoteKind, string>> = {
  footnote: 'word/footnotes.xml',
  endnote: 'word/endnotes.xml',
  comment: 'word/comments.xml',
}
const INDENT = '   '

/**
 * The paragraphs of a document as a text in the form in which people write them: headings, items of lists and rows of
 * tables have their signs. What is beside the text, such as a footnote, is a comment of HTML below its paragraph.
 * @throws Error or RangeError if a part is damaged or nested too deeply
 */
export function documentLines(parts: OfficeParts): string {
  const reader = new DocumentReader(parts)
  reader.readBlocks(elementAt(rootOf(parts[DOCUMENT]), 'w:body'))
  reader.readMargins()
  return reader.finish()
}

class DocumentReader {
  readonly #parts: OfficeParts
  readonly #lines: string[] = []
  readonly #styles: DocumentStyles
  readonly #numbering: DocumentNumbering
  readonly #references: References
  /** Those that wait for a line of text to follow: a text that begins with a comment would be taken for HTML. */
  #notes: string[] = []
  readonly #noted = new Set<string>()

  constructor(parts: OfficeParts) {
    this.#parts = parts
    this.#styles = new DocumentStyles(rootOf(parts['word/styles.xml']))
    this.#numbering = new DocumentNumbering(rootOf(parts['word/numbering.xml']))
    this.#references = referencesOf(parts)
  }

  readBlocks(parent: XmlElement | undefined): void {
    for (const block of elementsIn(parent)) {
      if (block.name === 'w:p') this.#readParagraph(block)
      else if (block.name === 'w:tbl') this.#readTable(block)
      else if (block.name !== 'w:sdtPr') this.readBlocks(block)
    }
  }

  /** What is printed on each page. */
  readMargins(): void {
    const texts = Object.keys(this.#parts).flatMap(path => {
      const [, kind] = MARGIN_PARTS.exec(path) ?? []
      const text = kind === undefined ? '' : textIn(rootOf(this.#parts[path]))
      return text === '' ? [] : [`${kind}: ${text}`]
    })
    this.#addNotes([...new Set(texts)])
  }

  finish(): string {
    return [...this.#lines, ...this.#notes.map(commented)]
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }

  #readParagraph(paragraph: XmlElement): void {
    const properties = elementAt(paragraph, 'w:pPr')
    const style = propertyValue(elementAt(properties, 'w:pStyle'))
    const read = readParagraph(paragraph, this.#references)
    const heading = this.#styles.headingOf(style)
    const place = listPlaceOf(properties) ?? this.#styles.listPlaceOf(style)
    const sign = read.text === '' || place === undefined ? '' : this.#numbering.nextSign(place)
    if (heading > 0 && read.text !== '')
      this.#lines.push('', `${'#'.repeat(heading)} ${read.text.replaceAll('\n', ' ')}`)
    else if (sign !== '') this.#lines.push(listed(read.text, INDENT.repeat(place?.level ?? 0), sign))
    else this.#lines.push(plainLines(read))
    this.#addNotes(read.notes)
    for (const box of read.boxes) this.readBlocks(box)
  }

  #addNotes(notes: readonly string[]): void {
    // Each is said once: what is referred to often would fill the text.
    for (const note of notes) {
      if (!this.#noted.has(note)) this.#notes.push(note)
      this.#noted.add(note)
    }
    if (this.#notes.length === 0 || this.#lines.every(line => line === '')) return
    this.#lines.push(this.#notes.map(commented).join('\n'))
    this.#notes = []
  }

  /** A table with one column, or one cell, only places what is in it. */
  #readTable(table: XmlElement): void {
    const rows = descendantsNamed(table, 'w:tr').map(row => descendantsNamed(row, 'w:tc'))
    if (rows.every(cells => cells.length < 2)) {
      for (const cell of rows.flat()) this.readBlocks(cell)
      return
    }
    const notes: string[] = []
    const lines = rows.map(cells => `| ${cells.map(cell => this.#cellText(cell, notes)).join(' | ')} |`)
    this.#lines.push(`\n${lines.join('\n')}\n`)
    this.#addNotes(notes)
  }

  #cellText(cell: XmlElement, notes: string[]): string {
    const read = readParagraph(cell, this.#references)
    for (const note of [...read.notes, ...read.boxes.map(box => `text box: ${textIn(box)}`)]) notes.push(note)
    return read.text.replaceAll('\n', ' ').replaceAll('|', '/')
  }
}

/** Further lines of an item are indented below it. */
function listed(text: string, indent: string, sign: string): string {
  return `${indent}${sign} ${text.replaceAll('\n', `\n${indent}${INDENT}`)}`
}

/** A bold paragraph is a heading in many documents. */
function plainLines({ text, isBold }: ParagraphText): string {
  return isBold && !/[*_\n]/.test(text) ? `**${text}**` : text
}

function commented(note: string): string {
  return `<!-- ${note.replace(/-{2,}/g, '–')} -->`
}

function referencesOf(parts: OfficeParts): References {
  const relations = childrenNamed(rootOf(parts['word/_rels/document.xml.rels']), 'Relationship')
  const addresses = new Map(relations.map(({ attributes }) => [attributes.Id, attributes.Target ?? '']))
  const texts = new Map<string, string>()
  for (const [kind, file] of Object.entries(NOTE_FILES))
    for (const note of elementsIn(rootOf(parts[file]))) texts.set(`${kind} ${note.attributes['w:id']}`, textIn(note))
  return {
    noteText: (kind, id) => texts.get(`${kind} ${id}`) ?? '',
    addressOf: relation => addresses.get(relation) ?? '',
  }
}

/** All text of an element in one line. */
function textIn(element: XmlElement | undefined): string {
  const paragraphs = element === undefined ? [] : descendantsNamed(element, 'w:p')
  const texts = paragraphs.map(one =>
    descendantsNamed(one, 'w:t')
      .map(({ text }) => text)
      .join(''),
  )
  return texts.join(' ').replace(/\s+/g, ' ').trim()
}
