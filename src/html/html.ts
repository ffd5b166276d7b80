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

/** Not exported: only the `html` tag creates markup. */
export type { Html }

/** Values in a template: markup is inserted unchanged, text escaped, lists concatenated; false and undefined are empty. */
type Value = Html | string | number | false | undefined | readonly Value[]

/** Creates markup. Inserted text is escaped for content and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, at) => text + markup(values[at - 1]) + part))
}

/**
 * Text as content of an element, never of an attribute. The tag escapes for both, which can take six bytes for a character;
 * here only characters are escaped that would begin a tag or a character reference.
 */
export function content(text: string): Html {
  return new Html(text.replace(/[<\r]|&(?=[a-z\d#]|$)/gi, character => ESCAPES[character] ?? ''))
}

/** A script of ours as the content of its element, in which nothing can be escaped. @throws if the element would end in it */
export function scriptContent(text: string): Html {
  if (/<\/script|<!--/i.test(text)) throw new Error('a script that is part of a page must not contain its end')
  return new Html(text)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Browsers read a bare carriage return as a line feed.
  '\r': '&#13;',
}

function markup(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (Array.isArray(value)) return value.map(markup).join('')
  return String(value).replace(/[&<>"'\r]/g, character => ESCAPES[character] ?? '')
}
