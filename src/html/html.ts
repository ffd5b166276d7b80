/** Markup that is safe to send. */
class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Its maker is not exported: only the `html` tag makes markup. */
export type { Html }

/** What may stand in a template: markup as it is, texts escaped, lists one after another, nothing for false and undefined. */
type Value = Html | string | number | false | undefined | readonly Value[]

/** The only maker of markup: every text that is put in is escaped, for content and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, at) => text + markup(values[at - 1]) + part))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A browser reads a bare one as a line feed.
  '\r': '&#13;',
}

function markup(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (Array.isArray(value)) return value.map(markup).join('')
  return String(value).replace(/[&<>"'\r]/g, character => ESCAPES[character] ?? '')
}
