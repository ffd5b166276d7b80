import { find, shownText } from './dom.ts'

// Helps people answer questions that are shown as one. They also work without this script, and the server checks them.

for (const group of document.querySelectorAll<HTMLElement>('.ranking')) exchangeRanks(group)
for (const group of document.querySelectorAll<HTMLElement>('[data-max]')) sayWhenTooMany(group)
for (const option of document.querySelectorAll<HTMLElement>('.option')) chooseByTyping(option)

/** If a rank is given twice, the two items exchange their ranks. */
function exchangeRanks(group: HTMLElement): void {
  const items = [...group.querySelectorAll('select')]
  const ranks = () => items.map(({ value }) => value)
  let before = ranks()
  // The form stores what is typed on the same event, which reaches it after the group.
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
  // The form also dispatches this event when it restores what was typed before a reload.
  group.closest('form')?.addEventListener('change', () => {
    before = ranks()
  })
}

/**
 * Says when too many options are chosen. Further checkboxes are never disabled: nobody would know why, and it is easier to
 * decide which option to give up while all of them can be chosen.
 */
function sayWhenTooMany(group: HTMLElement): void {
  const follow = () => {
    const isOver = group.querySelectorAll(':checked').length > Number(group.dataset.max)
    if (group.classList.toggle('over', isOver)) say(shownText(find(group, '.help')))
  }
  group.closest('form')?.addEventListener('change', follow)
  follow()
}

/** Chooses an option as soon as somebody types into it. */
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
