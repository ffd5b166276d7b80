import type { XmlElement } from '@rgrove/parse-xml'
import { childrenNamed, elementAt, propertyValue } from './word-xml.ts'

/** Where a paragraph stands in a list. */
export interface ListPlace {
  readonly list: string
  readonly level: number
}

const MAX_LEVEL = 8
/** Letters for the items of a list. Further ones have numbers. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'
/** Boxes of fonts with symbols, as bullets to tick. */
const BOX_BULLET = /^[☐□▢❏❑❒◻\uf06f\uf071\uf072\uf0a8]$/u
/** Takes a paragraph out of the list of its style. */
const NO_LIST = '0'

export function listPlaceOf(properties: XmlElement | undefined): ListPlace | undefined {
  const numbering = elementAt(properties, 'w:numPr')
  const list = propertyValue(elementAt(numbering, 'w:numId'))
  const level = Number(propertyValue(elementAt(numbering, 'w:ilvl'))) || 0
  return list === '' ? undefined : { list, level: Math.min(MAX_LEVEL, level) }
}

/** Styles by their ids, which differ from language to language; their names do not. */
export class DocumentStyles {
  readonly #styles: ReadonlyMap<string, XmlElement>

  constructor(root: XmlElement | undefined) {
    this.#styles = new Map(childrenNamed(root, 'w:style').map(style => [style.attributes['w:styleId'] ?? '', style]))
  }

  /** 1 for a title, 2 for a heading and more for those below it; 0 for anything else. */
  headingOf(id: string): number {
    const name = propertyValue(elementAt(this.#styles.get(id), 'w:name')) || id
    if (/^title$/i.test(name)) return 1
    const level = /^heading ?([1-5])$/i.exec(name)?.[1]
    return level === undefined ? 0 : Number(level) + 1
  }

  listPlaceOf(id: string): ListPlace | undefined {
    return listPlaceOf(elementAt(this.#styles.get(id), 'w:pPr'))
  }
}

/** The signs of lists, which are not in the text of a document: each paragraph names its list and its level. */
export class DocumentNumbering {
  readonly #levels = new Map<string, XmlElement>()
  readonly #counts = new Map<string, number>()

  constructor(root: XmlElement | undefined) {
    const kinds = new Map(childrenNamed(root, 'w:abstractNum').map(one => [one.attributes['w:abstractNumId'], one]))
    for (const list of childrenNamed(root, 'w:num')) {
      const kind = kinds.get(propertyValue(elementAt(list, 'w:abstractNumId')))
      const id = list.attributes['w:numId'] ?? ''
      for (const level of childrenNamed(kind, 'w:lvl')) this.#levels.set(`${id} ${level.attributes['w:ilvl']}`, level)
    }
  }

  /** The sign of the next item of a list. Empty if the list shows none. */
  nextSign({ list, level }: ListPlace): string {
    if (list === NO_LIST) return ''
    const name = `${list} ${level}`
    const format = propertyValue(elementAt(this.#levels.get(name), 'w:numFmt'))
    if (format === 'none') return ''
    if (format === 'bullet')
      return BOX_BULLET.test(propertyValue(elementAt(this.#levels.get(name), 'w:lvlText'))) ? '☐' : '-'
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    this.#counts.delete(`${list} ${level + 1}`)
    const letter = format.endsWith('Letter') ? ALPHABET[count - 1] : undefined
    return letter === undefined ? `${count}.` : `${letter})`
  }
}
