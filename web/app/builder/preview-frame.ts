/** Margin above a question that was scrolled to. */
const MARGIN_PX = 16

/**
 * A frame that loads pages without flicker: the next page loads invisibly and replaces the previous one when ready,
 * scrolled to the same position, or to the question being edited if that would be out of view.
 */
export class PreviewFrame {
  readonly #container: HTMLElement
  readonly #title: string
  #shown: HTMLIFrameElement | undefined
  #next: HTMLIFrameElement | undefined
  /** Undefined for the beginning of the page. */
  #position: number | undefined = 0
  #isHeading = false

  constructor(container: HTMLElement, title: string) {
    this.#container = container
    this.#title = title
  }

  load(path: string, scheme: string): void {
    this.#next?.remove()
    const frame = document.createElement('iframe')
    this.#next = frame
    frame.title = this.#title
    // A framed page uses the colour scheme of its frame element.
    frame.style.colorScheme = scheme
    frame.className = 'loading'
    frame.addEventListener('load', () => this.#show(frame), { once: true })
    frame.src = path
    this.#container.append(frame)
  }

  /**
   * Scrolls to a question, or to the beginning, now and when the next page is ready.
   * @param isHeading whether to the heading above it instead
   */
  follow(position: number | undefined, isHeading = false): void {
    this.#position = position
    this.#isHeading = isHeading
    this.#reveal()
  }

  /** If a question is too long, its beginning must be visible. */
  #reveal(): void {
    const { contentDocument: page, contentWindow: view } = this.#shown ?? {}
    if (this.#position === undefined) view?.scrollTo(0, 0)
    const field = page?.getElementById(`q${this.#position}`)
    const question = field?.closest('.group') ?? field?.closest('fieldset, .question')
    const shown = this.#isHeading ? question?.previousElementSibling : question
    if (!shown || !view) return
    const { top, bottom } = shown.getBoundingClientRect()
    const isSeen = top >= 0 && (bottom <= view.innerHeight || top < view.innerHeight / 2)
    if (!isSeen) view.scrollBy(0, top - MARGIN_PX)
  }

  #show(frame: HTMLIFrameElement): void {
    // If the page could not be loaded, the browser shows its own error page; the previous page stays.
    if (frame !== this.#next || frame.contentDocument === null) return
    frame.contentWindow?.scrollTo(0, this.#shown?.contentWindow?.scrollY ?? 0)
    frame.className = ''
    this.#shown?.remove()
    this.#shown = frame
    this.#next = undefined
    this.#reveal()
  }
}
