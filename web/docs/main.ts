import { createElement } from '../respondent/dom.ts'
import { startSearch } from './search-box.ts'

/** How long a button confirms that it has copied, in milliseconds. */
const COPIED_MS = 2_000

/** Announced by screen readers. */
const status = document.querySelector('.search [role=status]')
const box = document.querySelector<HTMLElement>('.search')
if (box !== null) startSearch(box)
for (const figure of document.querySelectorAll<HTMLElement>('.code')) figure.append(copyButton(figure))
for (const samples of document.querySelectorAll('.samples')) samples.addEventListener('click', openEverywhere)
// On a phone, the contents cover the page to which one of their links leads.
document.querySelector('#contents')?.addEventListener('click', closeContents)

function copyButton(figure: HTMLElement): HTMLElement {
  const code = figure.querySelector('code')
  const button = createElement('button', { type: 'button', className: 'quiet' }, 'Copy')
  button.addEventListener('click', async () => {
    button.textContent = (await copy(code)) ? 'Copied' : 'Selected'
    if (status !== null) status.textContent = button.textContent
    setTimeout(() => {
      button.textContent = 'Copy'
    }, COPIED_MS)
  })
  return button
}

/** Browsers provide no clipboard over plain http; the code is then selected, to be copied by hand. */
async function copy(code: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code?.textContent ?? '')
    return true
  } catch {
    if (code !== null) getSelection()?.selectAllChildren(code)
    return false
  }
}

/** Somebody who chooses a language wants it for the page's other samples too. The pressed element stays in place. */
function openEverywhere({ target }: Event): void {
  if (!(target instanceof HTMLElement) || target.localName !== 'summary') return
  const top = target.getBoundingClientRect().top
  requestAnimationFrame(() => {
    if (!target.closest('details')?.open) return
    for (const summary of document.querySelectorAll('.samples summary'))
      if (summary.textContent === target.textContent) summary.closest('details')?.setAttribute('open', '')
    scrollBy(0, target.getBoundingClientRect().top - top)
  })
}

function closeContents({ target, currentTarget }: Event): void {
  if (!(target instanceof HTMLElement) || target.closest('a') === null) return
  if (currentTarget instanceof HTMLElement && currentTarget.matches(':popover-open')) currentTarget.hidePopover()
}
