import { type Html, html } from '../html/html.ts'
import { type Block, type CodeBlock, type Span, spansOf } from './markdown.ts'
import type { Sample } from './samples.ts'

/** Languages of samples, by what stands behind the fence of a code block. */
const LANGUAGES: Readonly<Record<string, string>> = { sh: 'Shell', js: 'JavaScript', python: 'Python' }

/** The markup of a document. @param linkTo where the target of a link is on our pages */
export function markupOf(blocks: readonly Block[], linkTo: (target: string) => string): readonly Html[] {
  return groupsOf(blocks).map((group, at) =>
    Array.isArray(group) ? samplesMarkup(`sample-${at}`, group) : blockMarkup(group, linkTo),
  )
}

/** Neighbouring samples belong together. */
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

function sampleOf({ language, code }: CodeBlock): Sample | undefined {
  const name = language === 'sh' && /^curl\b/m.test(code) ? 'curl' : LANGUAGES[language]
  return name === undefined ? undefined : { language: name, code }
}

function blockMarkup(block: Block, linkTo: (target: string) => string): Html {
  const text = (source: string) => inline(source, linkTo)
  switch (block.type) {
    case 'heading':
      return headingMarkup(block.level, block.id, text(block.text))
    case 'paragraph':
      return html`<p>${text(block.text)}</p>
`
    case 'list':
      return listMarkup(block.isOrdered, block.items.map(text))
    case 'table':
      return html`<div class="scrolls"><table><thead><tr>${block.head.map(cell => html`<th scope="col">${text(cell)}</th>`)}</tr></thead><tbody>
${block.rows.map(
  ([
    name = '',
    ...cells
  ]) => html`<tr><th scope="row">${text(name)}</th>${cells.map(cell => html`<td>${text(cell)}</td>`)}</tr>
`,
)}</tbody></table></div>
`
    case 'code':
      return codeMarkup(captionOf(block), block.code, captionOf(block))
  }
}

function captionOf({ language, file }: CodeBlock): string {
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
  const content = items.map(
    item => html`<li>${item}</li>
`,
  )
  return isOrdered
    ? html`<ol>
${content}</ol>
`
    : html`<ul>
${content}</ul>
`
}

/**
 * One language is open, and opening another closes it.
 * @param group name that is unique on the page
 */
export function samplesMarkup(group: string, samples: readonly Sample[]): Html {
  const [first] = samples
  if (first !== undefined && samples.length === 1) return codeMarkup(first.language, first.code, first.language)
  return html`<div class="samples">${samples.map(
    ({ language, code }, at) => html`<details name="${group}"${at === 0 && html` open`}><summary>${language}</summary>
${codeMarkup(language, code)}</details>`,
  )}</div>
`
}

/** Long lines are scrolled within the block, so it can be reached by keyboard. */
export function codeMarkup(label: string, code: string, caption = ''): Html {
  return html`<figure class="code">${caption !== '' && html`<figcaption>${caption}</figcaption>`}<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></figure>
`
}

/** Text with its inline markup. */
export function inline(text: string, linkTo: (target: string) => string = target => target): Html {
  const markup = (span: Span): Html => {
    if (span.type === 'code') return html`<code>${span.text}</code>`
    if (span.type === 'strong') return html`<strong>${span.text}</strong>`
    if (span.type === 'emphasis') return html`<em>${span.text}</em>`
    if (span.type === 'link') return html`<a href="${linkTo(span.target)}">${inline(span.text)}</a>`
    return html`${span.text}`
  }
  return html`${spansOf(text).map(markup)}`
}
