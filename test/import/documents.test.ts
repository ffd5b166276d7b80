import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { MAX_IMPORT_BYTES } from '../../src/domain/surveys/limits.ts'
import { officeText } from '../../src/survey-source/office-text.ts'
import { scaled } from '../scale.ts'
import { assertRead } from './readings.ts'
import { TEXT_FILES, TOOL_FILES } from './tools.ts'

const FOLDER = join(import.meta.dirname, 'tools')

/** A document with a body and other files. */
function documentOf(body: string, files: Readonly<Record<string, string>> = {}): Uint8Array {
  const document = `<w:document><w:body>${body}</w:body></w:document>`
  const all = { 'word/document.xml': document, ...files }
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, xml]) => [name, strToU8(xml)])))
}

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (...parts: string[]) => `<w:p>${parts.join('')}</w:p>`
const control = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`

const CASES: readonly [what: string, body: string, text: string][] = [
  ['bold paragraphs as headings', paragraph(run('About you', '<w:b/>')), '**About you**'],
  ['letters that are not bold throughout as text', paragraph(run('A', '<w:b/>'), run('b', '<w:b w:val="0"/>')), 'Ab'],
  [
    'a list to choose from as options',
    paragraph(
      run('Which day?'),
      control(
        '<w:dropDownList><w:listItem w:displayText="Choose." w:value=""/><w:listItem w:displayText="Monday" w:value="1"/><w:listItem w:value="Friday"/></w:dropDownList><w:showingPlcHdr/>',
        run('Choose.'),
      ),
    ),
    'Which day? [Monday; Friday]',
  ],
  [
    'a field to fill in as a line to write on',
    paragraph(run('Name: '), control('<w:showingPlcHdr/>', run('Click here'))),
    'Name: ______',
  ],
  [
    'fields of old forms',
    paragraph('<w:r><w:fldChar><w:ffData><w:checkBox/></w:ffData></w:fldChar></w:r>', run('Yes')),
    '☐ Yes',
  ],
  [
    'boxes of fonts with symbols',
    paragraph('<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>', run(' Yes')),
    '☐ Yes',
  ],
  [
    'texts in boxes behind their paragraph',
    paragraph(
      run('Why?'),
      `<w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${paragraph(run('Please answer'))}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback>${run('Please answer')}</mc:Fallback></mc:AlternateContent></w:r>`,
    ),
    'Why?\nPlease answer',
  ],
  [
    'a table with one column as what is in it',
    `<w:tbl><w:tr>${cell('Why?')}</w:tr><w:tr>${cell('When?')}</w:tr></w:tbl>`,
    'Why?\nWhen?',
  ],
  ['a table as one', `<w:tbl><w:tr>${cell('a')}${cell('b|c')}</w:tr></w:tbl>`, '| a | b/c |'],
  [
    'links of fields, each once, and no text that was moved away',
    paragraph(
      '<w:moveFrom><w:r><w:t>Old</w:t></w:r></w:moveFrom>',
      '<w:r><w:instrText> HYPERLINK "https://a.example" </w:instrText></w:r>'.repeat(2),
      run('New'),
    ),
    'New\n<!-- link: https://a.example -->',
  ],
  [
    'deleted text as a note',
    paragraph(run('Why'), '<w:del><w:r><w:delText> now</w:delText></w:r></w:del>', run('?')),
    'Why?\n<!-- deleted text: now -->',
  ],
  [
    'nothing in front of the first line, where a comment would be taken for a page',
    paragraph(run('secret', '<w:vanish/>')) + paragraph(run('Why?')),
    'Why?\n<!-- hidden text: secret -->',
  ],
]

describe('a document is read with', () => {
  for (const [what, body, text] of CASES) test(what, () => assert.equal(officeText(documentOf(body)), text))

  test('its notes, headers and styles', () => {
    const note = (id: string, text: string) => `<w:footnote w:id="${id}">${paragraph(run(text))}</w:footnote>`
    const files = {
      'word/styles.xml':
        '<w:styles><w:style w:styleId="a3"><w:name w:val="heading 1"/></w:style><w:style w:styleId="t"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style></w:styles>',
      'word/numbering.xml':
        '<w:numbering><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0a8"/></w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num></w:numbering>',
      'word/footnotes.xml': `<w:footnotes>${note('1', 'no--t now')}</w:footnotes>`,
      'word/header1.xml': `<w:hdr>${paragraph(run('Dra'), run('ft'))}</w:hdr>`,
      'word/header2.xml': `<w:hdr>${paragraph(run('Draft'))}</w:hdr>`,
    }
    const styled = (style: string, ...parts: string[]) =>
      paragraph(`<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`, ...parts)
    const body = styled('a3', run('When?'), '<w:r><w:footnoteReference w:id="1"/></w:r>') + styled('t', run('now'))
    assert.equal(
      officeText(documentOf(body, files)),
      '## When?\n<!-- footnote: no–t now -->\n☐ now\n<!-- header: Draft -->',
    )
  })

  test('no end to its size or depth it is not read', () => {
    const deep = '<w:sdt>'.repeat(1_000) + '</w:sdt>'.repeat(1_000)
    assert.equal(officeText(documentOf(deep)), undefined)
    const bomb = documentOf(paragraph(run('0'.repeat(5 * MAX_IMPORT_BYTES))))
    assert.ok(bomb.length < MAX_IMPORT_BYTES)
    assert.equal(officeText(bomb), undefined)
    assert.equal(officeText(strToU8('PK\u0003\u0004 damaged')), undefined)
  })
})

/** What is in the documents and workbooks of the corpus: their names, and the XML in each. */
const OFFICE_FILES = [...TEXT_FILES, ...TOOL_FILES].filter(name => /\.(?:docx|xlsx)$/.test(name))
const ARCHIVES = OFFICE_FILES.map(name => readFileSync(join(FOLDER, name)))
const PIECES = [
  '',
  '<w:p>',
  '</w:p>',
  '<w:tbl><w:tr>',
  '"',
  '<w:numId w:val="-1"/>',
  '<c r="ZZZ1048577" t="s"><v>-1</v></c>',
  '<row r="0">',
  '</row>',
  '<mergeCell ref="A1:XFD1048576"/>',
  '&#0;',
  '<!--',
  '-->',
]
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(100_000), fc.nat(80), fc.constantFrom(...PIECES)), {
  minLength: 1,
  maxLength: 4,
})

function assertReadOrRefused(bytes: Uint8Array): void {
  const text = officeText(bytes)
  if (text !== undefined) assertRead(text)
}

test('whatever is changed in the files of a document or a workbook, it is read or refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ARCHIVES), edits, (archive, list) => {
      const changed = { ...unzipSync(archive) }
      const names = Object.keys(changed).filter(name => /^(?:word|xl)\/.*\.xml$/.test(name))
      for (const [which, from, length, text] of list) {
        const name = names[which % names.length] ?? ''
        const xml = strFromU8(changed[name] ?? new Uint8Array())
        const at = from % (xml.length + 1)
        changed[name] = strToU8(xml.slice(0, at) + text + xml.slice(at + length))
      }
      assertReadOrRefused(zipSync(changed, { level: 0 }))
    }),
    { numRuns: scaled({ short: 200, long: 10_000, release: 10_000 }) },
  )
})

test('whatever is changed in the bytes of a document or a workbook, it is read or refused', () => {
  const bytes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.constantFrom(...ARCHIVES), bytes, fc.nat(), (archive, list, cut) => {
      const changed = new Uint8Array(cut % 4 === 0 ? archive.subarray(0, cut % archive.length) : archive)
      for (const [at, byte] of list) changed[at % changed.length] = byte
      assertReadOrRefused(changed)
    }),
    { numRuns: scaled({ short: 200, long: 10_000, release: 10_000 }) },
  )
})
