/** How near to an edge of the window the page is scrolled, and how far, in pixels. */
const EDGE = 60
const STEP = 12

/**
 * Lets an element of a list be dragged up and down by its grip.
 * @param drop is called once it has been moved
 */
export function dragWith(grip: HTMLElement, element: HTMLElement, drop: () => void): void {
  grip.addEventListener('pointerdown', ({ pageY: from, pointerId, button }) => {
    if (button !== 0) return
    const start = element.offsetTop
    const before = element.previousElementSibling
    grip.setPointerCapture(pointerId)
    element.classList.add('dragged')

    const follow = ({ pageY, clientY }: PointerEvent) => {
      const top = start + pageY - from
      passOthers(element, top)
      element.style.translate = `0 ${top - element.offsetTop}px`
      if (clientY < EDGE) scrollBy(0, -STEP)
      if (clientY > innerHeight - EDGE) scrollBy(0, STEP)
    }
    const end = () => {
      grip.removeEventListener('pointermove', follow)
      element.classList.remove('dragged')
      element.style.translate = ''
      if (element.previousElementSibling !== before) drop()
    }
    grip.addEventListener('pointermove', follow)
    grip.addEventListener('lostpointercapture', end, { once: true })
  })
}

/** The others change places, since an element that is moved in the document loses the pointer. @param top of the element where it is shown */
function passOthers(element: HTMLElement, top: number): void {
  const list = element.parentElement
  const bottom = top + element.offsetHeight
  for (let next = neighbour(element, 1); next && bottom > middleOf(next); next = neighbour(element, 1))
    list?.insertBefore(next, element)
  for (let previous = neighbour(element, -1); previous && top < middleOf(previous); previous = neighbour(element, -1))
    list?.insertBefore(previous, element.nextElementSibling)
}

function neighbour(element: HTMLElement, by: -1 | 1): HTMLElement | null {
  return (by > 0 ? element.nextElementSibling : element.previousElementSibling) as HTMLElement | null
}

function middleOf({ offsetTop, offsetHeight }: HTMLElement): number {
  return offsetTop + offsetHeight / 2
}
