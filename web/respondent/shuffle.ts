// Puts options, rows, items and questions into a random order, before the page is shown. Their names and values stay theirs, so answers are
// what they would be in any order. The order stays when the page is loaded again in the same place.

const random = randomNumbers(seedOfPage())
for (const place of document.querySelectorAll<HTMLElement>('[data-shuffled]')) shuffle(place)

function shuffle(place: HTMLElement): void {
  const items = itemsOf(place).slice(0, Number(place.dataset.shuffled))
  const first = items[0]?.querySelector<HTMLElement>('input[type=radio][id]')
  const end = items.at(-1)?.nextElementSibling ?? null
  const shuffled = items.map(item => [random(), item] as const).sort(([one], [other]) => one - other)
  for (const [, item] of shuffled) item.parentElement?.insertBefore(item, end)
  // Links to a question lead to its first option.
  const now = shuffled[0]?.[1].querySelector('input')
  if (!first || !now || !place.matches('fieldset:not(.grid)')) return
  ;[first.id, now.id] = ['', first.id]
}

/** What the place has, or what follows it if it is a heading. */
function itemsOf(place: HTMLElement): Element[] {
  if (!place.matches('.section')) return [...place.querySelectorAll(':scope > label, :scope > .option, tbody > tr, li')]
  const all = [...(place.parentElement?.children ?? [])]
  return all.slice(all.indexOf(place) + 1)
}

/** A number that stays while the page is loaded again; on a shared device, each person gets another order. */
function seedOfPage(): number {
  const seed = Math.random() * 2 ** 32
  if (document.querySelector('[data-shared]')) return seed
  const { order = seed } = history.state ?? {}
  const keep = () => history.replaceState({ ...history.state, order }, '')
  keep()
  // A link to a question is another place in the history.
  addEventListener('hashchange', keep)
  return order
}

/** The numbers of Lehmer's generator, from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (Math.trunc(state) * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
