import { content, type Html, html } from '../html/html.ts'
import { type Block, type CodeBlock, fenceOf, headingId, spansOf } from './markdown.ts'
import { pictureOf } from './pictures.ts'
import type { Sample } from './samples.ts'

/** Languages of samples, by what follows the fence of a code block. */
const LANGUAGES: Readonly<Record<string, string>> = { sh: 'Shell', js: 'JavaScript', python: 'Python' }

/** A document's markup. @param linkTo returns where the target of a link is on our pages */
export function markupOf(blocks: readonly Block[], linkTo: (target: string) => string): readonly Html[] {
  return groupsOf(blocks).map((group, at) =>
    Array.isArray(group) ? samplesMarkup(`sample-${at}`, group) : blockMarkup(group, linkTo),
  )
}

/** Adjacent samples belong together. */
function groupsOf(blocks: readonly Block[]): (Exclude<Block, CodeBlock> | CodeBlock | Sample[])[] {
  const groups: (Block | Sample[])[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    const sample = block.type === 'code' ? sampleOf(block) : undefined
    if (sample === undefined) groups.push(block)
    else if (Array.isArray(last)) last.push(sample)
    else groups.push([sample])
  }
  return groups
}

function sampleOf(block: CodeBlock): Sample | undefined {
  const { language } = fenceOf(block)
  const name = language === 'sh' && /^curl\b/m.test(block.text) ? 'curl' : LANGUAGES[language]
  return name === undefined ? undefined : { language: name, code: block.text }
}

function blockMarkup(block: Block, linkTo: (target: string) => string): Html {
  const text = (source: string) => inline(source, linkTo)
  switch (block.type) {
    case 'heading':
      return headingMarkup(block.depth, headingId(block.text), text(block.text))
    case 'paragraph':
      return (
        pictureMarkup(block.text) ??
        html`<p>${text(block.text)}</p>
`
      )
    case 'list':
      return listMarkup(
        block.ordered,
        block.items.map(item => text(item.text)),
      )
    case 'table':
      return html`<div class="scrolls" tabindex="0"><table><thead><tr>${block.header.map(cell => html`<th scope="col">${text(cell.text)}</th>`)}</tr></thead><tbody>
${block.rows.map(
  ([
    name,
    ...cells
  ]) => html`<tr><th scope="row">${text(name?.text ?? '')}</th>${cells.map(cell => html`<td>${text(cell.text)}</td>`)}</tr>
`,
)}</tbody></table></div>
`
    case 'code':
      return codeMarkup(captionOf(block), block.text, captionOf(block))
    default:
      throw new Error(`a document has no markup for ${block.raw}`)
  }
}

/** @returns undefined unless the paragraph is a picture and nothing else */
function pictureMarkup(source: string): Html | undefined {
  const [span, ...others] = spansOf(source)
  if (span?.type !== 'image' || others.length > 0) return
  const { path, width, height } = pictureOf(span.href)
  return html`<p class="picture"><img src="${path}" alt="${span.text}" width="${width}" height="${height}" loading="lazy"></p>
`
}

function captionOf(block: CodeBlock): string {
  const { language, file } = fenceOf(block)
  return file || (language === 'json' ? 'JSON' : 'Text')
}

function headingMarkup(level: number, id: string, text: Html): Html {
  const link = html`<a class="anchor" href="#${id}">${text}</a>`
  if (level <= 2)
    return html`<h2 id="${id}">${link}</h2>
`
  return html`<h3 id="${id}">${link}</h3>
`
}

function listMarkup(isOrdered: boolean, items: readonly Html[]): Html {
  const rows = items.map(
    item => html`<li>${item}</li>
`,
  )
  return isOrdered
    ? html`<ol>
${rows}</ol>
`
    : html`<ul>
${rows}</ul>
`
}

/** One language is open, and opening another one closes it. @param group name that is unique on the page */
export function samplesMarkup(group: string, samples: readonly Sample[]): Html {
  const [first] = samples
  if (first !== undefined && samples.length === 1) return codeMarkup(first.language, first.code, first.language)
  return html`<div class="samples">${samples.map(
    ({ language, code }, at) => html`<details name="${group}"${at === 0 && html` open`}><summary>${language}</summary>
${codeMarkup(language, code)}</details>`,
  )}</div>
`
}

/** Long lines scroll within the block, which can therefore be focused by keyboard. */
export function codeMarkup(label: string, code: string, caption = ''): Html {
  return html`<figure class="code">${caption !== '' && html`<figcaption>${caption}</figcaption>`}<pre translate="no" tabindex="0" role="region" aria-label="${label}"><code>${content(code)}</code></pre></figure>
`
}

/** Text with its inline markup. */
export function inline(text: string, linkTo: (target: string) => string = target => target): Html {
  const markup = (span: Block): Html => {
    if (span.type === 'codespan') return html`<code>${span.text}</code>`
    if (span.type === 'strong') return html`<strong>${span.text}</strong>`
    if (span.type === 'em') return html`<em>${span.text}</em>`
    if (span.type === 'link') return html`<a href="${linkTo(span.href)}">${inline(span.text)}</a>`
    return html`${span.raw}`
  }
  return html`${spansOf(text).map(markup)}`
}
