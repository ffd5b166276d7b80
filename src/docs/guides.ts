import { basename } from 'node:path'
import { html } from '../html/html.ts'
import { readProgramFile } from '../program/program-files.ts'
import { type Block, headingId, parseMarkdown, plainText } from './markdown.ts'
import { markupOf } from './markup.ts'
import type { DocsPage, Section } from './page.ts'

/** The service's address in our documents. */
export const EXAMPLE_SITE = 'https://soundings.example'

/** @param names files in `docs/guides` */
export function readGuides(names: readonly string[], baseUrl: string): readonly DocsPage[] {
  return names.map(name => readDocument(`docs/guides/${name}.md`, `/docs/${name}`, baseUrl))
}

export function readChanges(baseUrl: string): DocsPage {
  return readDocument('CHANGELOG.md', '/docs/changes', baseUrl)
}

/** Reads a page from a document: its title, a paragraph that says what it is about, and the rest. */
function readDocument(file: string, path: string, baseUrl: string): DocsPage {
  const markdown = readProgramFile(file).toString().replaceAll(EXAMPLE_SITE, baseUrl).replaceAll('](docs/guides/', '](')
  const [heading, lead, ...rest] = parseMarkdown(markdown)
  if (heading?.type !== 'heading' || lead?.type !== 'paragraph')
    throw new Error(`${file} must begin with a heading and a paragraph`)
  const title = plainText(heading.text)
  const linkTo = (target: string) => pathOf(target, baseUrl)
  return {
    path,
    title,
    summary: lead.text,
    content: html`${markupOf(rest, linkTo)}`,
    markdown,
    sections: sectionsOf(title, [lead, ...rest]),
  }
}

/** Links between documents become links between their pages. */
export function pathOf(target: string, baseUrl: string): string {
  const [file = '', id] = (target.startsWith(`${baseUrl}/`) ? target.slice(baseUrl.length) : target).split('#')
  const page = file.endsWith('.md') && !file.includes(':') ? `/docs/${basename(file, '.md')}` : file
  return id === undefined ? page : `${page}#${id}`
}

function sectionsOf(title: string, blocks: readonly Block[]): readonly Section[] {
  const sections = [{ id: '', title, text: '' }]
  for (const block of blocks) {
    if (block.type === 'heading') sections.push({ id: headingId(block.text), title: plainText(block.text), text: '' })
    else {
      const section = sections.at(-1)
      if (section !== undefined) section.text += `${textOf(block)} `
    }
  }
  return sections.map(({ text, ...section }) => ({ ...section, text: text.trim() }))
}

/** Code is left out: it is found by the text around it. */
function textOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return plainText(block.text)
    case 'list':
      return block.items.map(({ text }) => plainText(text)).join(' ')
    case 'table':
      return [block.header, ...block.rows].map(cells => cells.map(({ text }) => plainText(text)).join(' ')).join('. ')
    default:
      return ''
  }
}
