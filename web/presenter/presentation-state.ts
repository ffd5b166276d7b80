import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Result } from '../../src/domain/tally.ts'
import { browserStorage } from '../ui/browser-storage.ts'
import type { LiveSurvey } from '../ui/live-survey.ts'
import { attempt } from '../ui/notice.tsx'
import { ProjectedTexts } from '../ui/projected-texts.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { type Screen, screenAt, screensOf } from './screens.ts'

/** What a presentation shows now: the screen, and which results are revealed. Only phones learn of it by the server. */
export class PresentationState {
  readonly live: LiveSurvey
  readonly projectedTexts: ProjectedTexts
  readonly screen: ReadonlySignal<Screen>
  /** The question of the screen; undefined on the start screen. */
  readonly result: ReadonlySignal<Result | undefined>
  /** Whether the question has results that can be hidden. */
  readonly hasResults: ReadonlySignal<boolean>
  readonly areResultsHidden: ReadonlySignal<boolean>
  /** Whether results are revealed on phones; undefined where that is not up to the presenter. */
  readonly onPhones: ReadonlySignal<'revealed' | 'hidden' | undefined>
  /** Announced to screen readers. */
  readonly announcement = signal('')
  readonly #screens: ReadonlySignal<readonly Screen[]>
  readonly #screenId = signal(idInAddress())
  readonly #revealed = signal<readonly string[]>([])

  /** @param mayChange whether the link may change the survey */
  constructor(live: LiveSurvey, mayChange: boolean) {
    this.live = live
    this.projectedTexts = new ProjectedTexts(live)
    this.#screens = computed(() => screensOf(live.survey.value.results, index => this.projectedTexts.of(index)))
    this.screen = computed(() => screenAt(this.#screens.value, this.#screenId.value))
    this.result = computed(() => live.survey.value.results.find(({ index }) => index === this.screen.value.index))
    this.hasResults = computed(() => (this.result.value?.tally ?? this.result.value?.distribution) !== undefined)
    this.areResultsHidden = computed(() => {
      const { value: result } = this.result
      return this.hasResults.value && result !== undefined && !this.#revealed.value.includes(identityOf(result))
    })
    this.onPhones = computed(() => {
      const { share_results: mode, results_revealed: isRevealed } = live.survey.value
      if (!mayChange || mode !== 'when_revealed') return undefined
      return isRevealed ? 'revealed' : 'hidden'
    })
    const { id } = live.survey.value
    const stored = revealedOf(id)
    this.#revealed.value = stored.read() ?? []
    effect(() => void stored.write(this.#revealed.value))
    addEventListener('hashchange', () => {
      this.#screenId.value = idInAddress()
    })
  }

  get isFirst(): boolean {
    return this.#position === 0
  }

  get isLast(): boolean {
    return this.#position === this.#screens.value.length - 1
  }

  /** @param by the number of screens; stops at either end */
  moveBy(by: number): void {
    this.#goTo(this.#position + by)
  }

  /** Reveals or hides the results of this question. */
  toggleResults(): void {
    const { value: result } = this.result
    if (result === undefined || !this.hasResults.value) return
    const identity = identityOf(result)
    const others = this.#revealed.value.filter(one => one !== identity)
    this.#revealed.value = this.areResultsHidden.value ? [...others, identity] : others
    this.announcement.value = this.areResultsHidden.value ? presenterTexts.hidden : presenterTexts.shown
  }

  /** Reveals or hides the results on the phones of respondents. */
  async togglePhones(): Promise<void> {
    if (this.onPhones.value === undefined) return
    const isRevealed = this.onPhones.value === 'hidden'
    const isDone = await attempt(async () => {
      await this.live.send('PATCH', '', { results_revealed: isRevealed })
      await this.live.reload()
    })
    // Not as a notice, which the audience would see as well.
    if (isDone) this.announcement.value = isRevealed ? presenterTexts.shownOnPhones : presenterTexts.hiddenOnPhones
  }

  get #position(): number {
    const { id } = this.screen.value
    return this.#screens.value.findIndex(one => one.id === id)
  }

  /** Replaces the history entry, so that one press of Back leaves the presentation. */
  #goTo(position: number): void {
    const screens = this.#screens.value
    const { id } = screens[Math.min(Math.max(position, 0), screens.length - 1)] as Screen
    if (id === this.screen.value.id) return
    history.replaceState(null, '', `${location.pathname}${id === '' ? '' : `#${id}`}`)
    this.#screenId.value = id
    this.announcement.value = this.#describeScreen()
  }

  #describeScreen(): string {
    const { value: result } = this.result
    const { title, results } = this.live.survey.value
    if (result === undefined) return title
    const text = presenterTexts.screen(result.index + 1, results.length, result.text)
    return this.areResultsHidden.value ? `${text} ${presenterTexts.hidden}` : text
  }
}

/** Identifies what was revealed. Another question in the same place, and a reworded one, have to be revealed again. */
function identityOf({ index, text }: Result): string {
  return `${index} ${text}`
}

function idInAddress(): string {
  return location.hash.slice(1)
}

/** What is revealed of a survey, for as long as the tab is open. Without storage, it is hidden again after a reload. */
function revealedOf(id: string) {
  return browserStorage<readonly string[]>('sessionStorage', `${id}/revealed`)
}
