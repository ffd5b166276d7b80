import { find, shownText } from './dom.ts'

// What makes questions that are shown as one easier to answer. Without it they work too, and the server checks them.

for (const group of document.querySelectorAll<HTMLElement>('.ranking')) exchangeRanks(group)
for (const group of document.querySelectorAll<HTMLElement>('[data-max]')) sayWhenTooMany(group)
for (const option of document.querySelectorAll<HTMLElement>('.option')) chooseByTyping(option)

/** An item that gets the rank of another one leaves it its own. */
function exchangeRanks(group: HTMLElement): void {
  const items = [...group.querySelectorAll('select')]
  const ranks = () => items.map(({ value }) => value)
  let before = ranks()
  // Before what is typed is kept.
  group.addEventListener('input', ({ target }) => {
    const other = items.find(
      item => item !== target && item.value !== '' && item.value === (target as typeof item).value,
    )
    if (other) {
      other.value = before[items.indexOf(target as typeof other)] ?? ''
      say(`${nameOf(other)}: ${other.selectedOptions[0]?.text}`)
    }
    before = ranks()
  })
  // What was typed before a reload is back.
  group.closest('form')?.addEventListener('change', () => {
    before = ranks()
  })
}

/** Checkboxes are never locked: it would not be clear why, and which to give up is easier to see with all that are wanted. */
function sayWhenTooMany(group: HTMLElement): void {
  const follow = () => {
    const isOver = group.querySelectorAll(':checked').length > Number(group.dataset.max)
    if (group.classList.toggle('over', isOver)) say(shownText(find(group, '.help')))
  }
  group.closest('form')?.addEventListener('change', follow)
  follow()
}

/** Who writes into an option means it. */
function chooseByTyping(option: HTMLElement): void {
  const choice = find<HTMLInputElement>(option, 'input')
  find<HTMLTextAreaElement>(option, 'textarea').addEventListener('input', ({ target }) => {
    if ((target as HTMLTextAreaElement).value === '' || choice.checked) return
    choice.checked = true
    choice.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

function nameOf({ labels }: HTMLSelectElement): string {
  return labels[0] ? shownText(labels[0]) : ''
}

function say(text: string): void {
  find(document, '#aloud').textContent = text
}
