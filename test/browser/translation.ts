import type { Page } from 'playwright-core'

/** What stands in a translated page in place of a text, so that a test can tell both apart. */
export const TRANSLATED = '⁂'

/**
 * Translates the page as browsers do: each text node is replaced by an element with other words. What is added later
 * is left as it is.
 * @param words what some texts become
 */
export function translate(page: Page, words: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return page.evaluate(`
    const words = ${JSON.stringify(words)}
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (nodes.nextNode()) texts.push(nodes.currentNode)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement.closest('script, style, template, textarea')) continue
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      outer.firstChild.textContent = words[text.data.trim()] ?? ' ${TRANSLATED} '
      text.replaceWith(outer)
    }`)
}

/** What extensions do to a page's texts, without changing what they say: a function of a text node. */
const CHANGES = {
  'is hyphenated': `text => { text.data = text.data.replace(/(\\p{L}{2})(?=\\p{L})/gu, '$1\u00ad') }`,
  'is annotated': `text => {
    const [start, length] = [text.data.search(/\\S/), text.data.trim().length]
    const word = text.splitText(start)
    word.splitText(Math.ceil(length / 2))
    const mark = document.createElement('mark')
    word.replaceWith(mark)
    mark.append(word)
  }`,
  'has a second language beside the first': `text => {
    const second = document.createElement('font')
    second.className = 'second'
    second.textContent = ' ${TRANSLATED} '
    text.after(second)
  }`,
}

export const EXTENDED = Object.keys(CHANGES) as (keyof typeof CHANGES)[]

/** Does to the page what an extension does once. */
export function extend(page: Page, change: keyof typeof CHANGES): Promise<unknown> {
  return page.evaluate(`
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (nodes.nextNode()) texts.push(nodes.currentNode)
    for (const text of texts)
      if (text.data.trim() !== '' && !text.parentElement.closest('script, style, template, textarea, .second, mark'))
        (${CHANGES[change]})(text)`)
}

/** The texts of a page by element, each without the texts of the elements in it, and without what an extension added. */
export type Texts = ReadonlyMap<string, string>

export async function textsOf(page: Page): Promise<Texts> {
  return new Map(
    await page.evaluate<[string, string][]>(`(() => {
      const found = []
      const visit = (element, path) => {
        const parts = [...element.childNodes].filter(node => node instanceof Text || node.nodeName === 'FONT')
        const text = parts.map(node => node.textContent).join('').replaceAll('\\u00ad', '').trim()
        if (text !== '') found.push([path, text])
        const inside = [...element.children].filter(({ localName }) => localName !== 'font')
        for (const [at, child] of inside.entries()) visit(child, path + ' ' + child.localName + ':' + at)
      }
      const body = document.body.cloneNode(true)
      for (const second of body.querySelectorAll('.second')) second.remove()
      for (const mark of body.querySelectorAll('mark')) mark.replaceWith(...mark.childNodes)
      visit(body, 'body')
      return found
    })()`),
  )
}

/**
 * What a translated page does not show as it should after a change: the text of each element that has changed on a page
 * that nobody translates. What has not changed may stay translated, also where rows have moved.
 */
export function staleTexts(before: Texts, after: Texts, translated: Texts): string[] {
  const haveMoved = [...before.keys()].join() !== [...after.keys()].join()
  const earlier = new Set(before.values())
  const wrong = [...after].filter(([path, text]) => {
    const shown = translated.get(path)
    const isAsBefore = haveMoved ? earlier.has(text) : before.get(path) === text
    return shown !== text && !(isAsBefore && shown?.replaceAll(TRANSLATED, '').trim() === '')
  })
  const gone = [...translated.keys()].filter(path => !after.has(path))
  return [...wrong.map(([path, text]) => `${path}: ${translated.get(path)}, not ${text}`), ...gone]
}
