const LATEX =
  /^(?:\s|%[^\n]*\n)*\\(?:documentclass|usepackage|begin|title|section|subsection|question|item)(?![A-Za-z])/
const COMMENT = /(?<!\\)%(.*)$/
const BEGIN_OR_END = /^\\(begin|end)[ \t]*\{([^{}]{1,40})\}(?:\[[^\]]*\]|\{[^{}]*\})*[ \t]*/
const HEADING =
  /^\\(title|part|chapter|section|subsection|subsubsection|paragraph)\*?(?:\[[^\]]*\])?[ \t]*\{(.*)\}[ \t]*$/
const ITEM =
  /^\\(item|question|part|subpart|choice|correctchoice|wrongchoice|correctitem|answer|propositions?)(?![A-Za-z])\*?[ \t]*(?:\[([^\]]*)\])?[ \t]*/i
/** How a page looks, which says nothing. */
const LAYOUT =
  /^\\(?:maketitle|newpage|clearpage|pagebreak|noindent|bigskip|medskip|smallskip|hfill|vfill|centering|par|hline|hrulefill|dotfill|(?:v|h)space\*?\{[^{}]*\}|fillwith(?:lines|dottedlines)\{[^{}]*\}|rule\{[^{}]*\}\{[^{}]*\})[ \t]*$/
const DEFINITION =
  /^\\(?:documentclass|usepackage|(?:re)?newcommand|setlength|author|date|pagestyle|geometry|hypersetup)\b/
/** Lists in which people choose. */
const CHOICES = /^(?:choices|oneparchoices|checkboxes|oneparcheckboxes|answers?|wrongchoices)$/
const LISTS =
  /^(?:itemize|enumerate|description|questions|parts|subparts|multicols|.*choices|.*checkboxes|document|center)$/

const HEADING_SIGNS: Readonly<Record<string, string>> = { title: '#', part: '##', chapter: '##', section: '##' }

/** Accents in front of their letter, as combining characters behind it. */
const ACCENTS: Readonly<Record<string, string>> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  c: '\u0327',
}
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\\ss(?:\{\}|(?![A-Za-z]))[ \t]?/g, 'ß'],
  [/\\(?:ldots|dots)(?:\{\}|(?![A-Za-z]))/g, '…'],
  [/\\(La)?TeX(?:\{\}|(?![A-Za-z]))/g, '$1TeX'],
  [/\$?\\(?:square|Box)(?:\{\}|(?![A-Za-z]))\$?/g, '☐'],
  [/\$?\\(?:bigcirc|circ)(?:\{\}|(?![A-Za-z]))\$?/g, '○'],
  [/``|''/g, '"'],
  [/---?/g, '–'],
  [/(?<!\\)~|\\[,;:! ]|\\q?quad(?![A-Za-z])/g, ' '],
  [/\\\\(?:\[[^\]]*\])?/g, ' '],
  [/(?<!\\)\$/g, ''],
  [/\\([&%_#${}])/g, '$1'],
]

/** Whether a text is the source of a document in LaTeX. */
export function isLatex(text: string): boolean {
  return LATEX.test(text.slice(0, 10_000))
}

/** The same lines without commands. What says how the document is made becomes a comment, so that it is noted. */
export function latexLines(text: string): string {
  const reader = new LatexReader()
  return text
    .split(/\r\n|[\n\r]/)
    .map(line => reader.read(line))
    .join('\n')
}

/** A list that has begun, with the number of its items so far. */
interface OpenList {
  readonly name: string
  count: number
  /** Positions of those that are right. */
  readonly right: number[]
}

class LatexReader {
  readonly #lists: OpenList[] = []

  read(raw: string): string {
    const [, comment = ''] = COMMENT.exec(raw) ?? []
    const line = this.#line(raw.replace(COMMENT, '').trim())
    return comment.trim() === '' ? line : `${line}<!-- ${comment.trim().replace(/--+/g, '–')} -->`
  }

  #line(line: string): string {
    if (line === '' || LAYOUT.test(line)) return ''
    const [all, word, name = ''] = BEGIN_OR_END.exec(line) ?? []
    if (all !== undefined) return this.#environment(word === 'begin', name, line.slice(all.length))
    const [, level, heading = ''] = HEADING.exec(line) ?? []
    if (level !== undefined && !this.#isInside('parts')) return `${HEADING_SIGNS[level] ?? '###'} ${plain(heading)}`
    const item = ITEM.exec(line)
    if (item !== null) return this.#item(item, plain(line.slice(item[0].length)))
    return DEFINITION.test(line) ? `<!-- ${line} -->` : plain(line)
  }

  #environment(begins: boolean, name: string, rest: string): string {
    if (begins) this.#lists.push({ name, count: 0, right: [] })
    const ended = begins ? undefined : this.#lists.pop()
    if (ended !== undefined && ended.right.length > 0) return `Answer: ${ended.right.map(letterOf).join(', ')}`
    return rest !== '' ? this.#line(rest) : LISTS.test(name) ? '' : `<!-- ${name} -->`
  }

  #item([, command = '', label = '']: RegExpExecArray, text: string): string {
    const list = this.#lists.at(-1)
    const isChoice = /choice|correctitem|^answer|^proposition/i.test(command) || CHOICES.test(list?.name ?? '')
    if (list !== undefined) list.count++
    if (/^correct/i.test(command)) list?.right.push(list.count - 1)
    const indent = '   '.repeat(Math.max(0, this.#lists.filter(({ name }) => name !== 'document').length - 1))
    if (!isChoice && list?.name !== 'itemize') return `${indent}${list?.count ?? 1}. ${text}`
    // Of boxes to tick nothing is left.
    const words = plain(label).replace(/^[^\p{L}\p{N}]+$/u, '')
    return `${indent}- ${words === '' ? '' : `${words} `}${text}`
  }

  #isInside(name: string): boolean {
    return this.#lists.some(one => one.name === name)
  }
}

function letterOf(position: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + position)
}

/** A text without its commands. */
function plain(text: string): string {
  let read = text.replace(/\\([ ^"'`~]|c(?![A-Za-z]))[ \t]*(?:\{(\p{L})\}|(\p{L}))/gu, (whole, sign, inner, letter) =>
    sign === ' ' ? whole : `${inner ?? letter}${ACCENTS[sign] ?? ''}`.normalize('NFC'),
  )
  for (const [sign, meant] of SIGNS) read = read.replace(sign, meant)
  // What is emphasised can be inside of what is.
  for (let depth = 0; depth < 3; depth++)
    read = read.replace(/\\(?:text\w*|emph|underline|mbox|mathrm|mathbf|href\{[^{}]*\}|url)[ \t]*\{([^{}]*)\}/g, '$1')
  return read
    .replace(/\\[A-Za-z]+\*?(?:\[[^\]]*\])?[ \t]?|(?<!\\)[{}]/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
}
