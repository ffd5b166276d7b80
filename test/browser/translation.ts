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

/** The texts of a page by element, each without the texts of the elements in it. */
export type Texts = ReadonlyMap<string, string>

export async function textsOf(page: Page): Promise<Texts> {
  return new Map(
    await page.evaluate<[string, string][]>(`(() => {
      const found = []
      const visit = (element, path) => {
        const parts = [...element.childNodes].filter(node => node instanceof Text || node.nodeName === 'FONT')
        const text = parts.map(node => node.textContent).join('').trim()
        if (text !== '') found.push([path, text])
        const inside = [...element.children].filter(({ localName }) => localName !== 'font')
        for (const [at, child] of inside.entries()) visit(child, path + ' ' + child.localName + ':' + at)
      }
      visit(document.body, 'body')
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
