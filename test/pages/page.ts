import assert from 'node:assert/strict'
import { type Answer, call, type Service } from '../harness.ts'

/** Fields by name, as a browser sends them. */
export type Fields = Readonly<Record<string, string>>

export interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
}

export function get(service: Service, path: string, accept = 'text/html'): Promise<Answer> {
  return call(service, 'GET', path, { headers: { accept } })
}

/** Sends a form as a browser does: line ends in texts become CRLF. */
export function post(service: Service, path: string, fields: Fields, accept = 'text/html'): Promise<Answer> {
  const sent = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.replace(/\r?\n/g, '\r\n')]),
  )
  const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' }
  return call(service, 'POST', path, { headers, body: new URLSearchParams(sent).toString() })
}

/** What a browser would send of the unchanged form: hidden fields, checked radios, texts. */
export function fieldsOf(page: string): Fields {
  const inputs = elements(page, 'input').filter(({ attributes: { type, checked } }) => {
    return type === 'hidden' || (type === 'radio' && checked !== undefined)
  })
  const fields = inputs.map(({ attributes: { name = '', value = '' } }) => [name, value])
  // The first line end of a text area is not part of its text.
  const areas = page.matchAll(/<textarea\b[^>]*\bname="([^"]*)"[^>]*>\n?([^<]*)<\/textarea>/g)
  const texts = [...areas].map(([, name = '', text = '']) => [name, unescaped(text).replace(/\r\n/g, '\n')])
  return Object.fromEntries([...fields, ...texts])
}

/** The radios of a question: the value of each, by its label. */
export function radiosOf(page: string, name: string): Fields {
  const labels = page.matchAll(/<label\b[^>]*>(<input\b[^>]*>)<bdi>([^<]*)<\/bdi><\/label>/g)
  const radios = [...labels].map(([, input = '', text = '']) => ({ text, input: elements(input, 'input')[0] }))
  const own = radios.filter(({ input }) => input?.attributes.name === name)
  return Object.fromEntries(own.map(({ text, input }) => [unescaped(text), input?.attributes.value ?? '']))
}

/** Each control has a label and each group of radios a legend; ids are unique, and references resolve. */
export function assertNamed(page: string): void {
  const tags = ['a', 'div', 'fieldset', 'h2', 'input', 'label', 'p', 'section', 'select', 'textarea', 'th', 'tr']
  const all = tags.flatMap(tag => elements(page, tag))
  const ids = all.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]))
  assert.equal(new Set(ids).size, ids.length, ids.join())
  for (const { attributes } of all) {
    const referred = [
      attributes.for,
      ...(attributes['aria-labelledby']?.split(' ') ?? []),
      /^#(.*)/.exec(attributes.href ?? '')?.[1],
      ...(attributes['aria-describedby']?.split(' ') ?? []),
    ]
    for (const id of referred) assert.ok(id === undefined || ids.includes(id), `#${id}`)
  }
  for (const group of insides(page, 'fieldset')) assert.match(group, /^\s*<legend dir="auto">[^<]+<\/legend>/)
  assert.doesNotMatch(page.replace(/<fieldset[\s\S]*?<\/fieldset>/g, ''), /<input type=radio/)
  const labelled = elements(page, 'label').map(({ attributes }) => attributes.for)
  const alone = page.replace(/<label\b[^>]*>[\s\S]*?<\/label>/g, '')
  const controls = [...elements(alone, 'input'), ...elements(alone, 'textarea')]
  for (const { attributes } of controls) assert.ok(attributes.type === 'hidden' || labelled.includes(attributes.id))
}

/** The notes under the questions that say whether they must be answered. */
export function helpOf(page: string): string[] {
  return [...page.matchAll(/<p class="help" id="q\d+-help"[^>]*>([^<]*)<\/p>/g)].map(([, text = '']) => unescaped(text))
}

/** The messages at the questions by their ids, each of which its control or group refers to. */
export function errorsOf(page: string): Fields {
  const found = [...page.matchAll(/<p class="error" id="([^"]+)"[^>]*>([^<]*)<\/p>/g)]
  const controls = ['fieldset', 'textarea'].flatMap(tag => elements(page, tag))
  const referred = controls.flatMap(({ attributes }) => attributes['aria-describedby']?.split(' ') ?? [])
  for (const [, id = ''] of found) assert.ok(referred.includes(id), id)
  return Object.fromEntries(found.map(([, id = '', text = '']) => [id, unescaped(text)]))
}

/** The text of a piece of markup. */
export function textOf(markup: string): string {
  return unescaped(markup.replace(/<[^>]*>/g, ''))
}

/** The elements of one kind, in order. */
export function elements(page: string, tag: string): Element[] {
  return [...page.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) => {
    const pairs = attributes.matchAll(/([a-z-]+)(?:="([^"]*)"|=([^\s"]+))?/g)
    return {
      tag,
      attributes: Object.fromEntries(
        [...pairs].map(([, name, quoted, bare = '']) => [name, unescaped(quoted ?? bare)]),
      ),
    }
  })
}

/** The contents of the elements of one kind, which must not be nested. */
export function insides(page: string, tag: string): string[] {
  return [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, inside = '']) => inside)
}

/** The markup without texts: the structure of a page. */
export function skeleton(page: string): string[] {
  return page.match(/<[!/a-z][^\s>]*/gi) ?? []
}

export function unescaped(text: string): string {
  const characters: Fields = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#13;': '\r', '&amp;': '&' }
  return text.replace(/&(?:lt|gt|quot|#39|#13|amp);/g, entity => characters[entity] ?? '')
}
