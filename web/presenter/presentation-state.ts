import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { hasCounts, type ShownResult, shownResults } from '../../src/domain/results/groups/shown-results.ts'
import type { Cover, PresentationView } from '../../src/domain/results/presentation.ts'
import { firstRound, inRounds, placeOf, sharesBefore } from '../../src/domain/results/rounds.ts'
import type { Result } from '../../src/domain/results/tally.ts'
import type { RightAnswer } from '../../src/domain/surveys/question-settings.ts'
import type { ScaleWords } from '../../src/domain/surveys/scale-words.ts'
import { largestOf } from '../../src/domain/values/largest.ts'
import type { LiveSurvey } from '../ui/live-survey.ts'
import { attempt } from '../ui/notice.tsx'
import { ProjectedTexts } from '../ui/projected-texts.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { Gauge, type Stack } from './gauge.ts'
import { rightAnswerOf } from './right-answer.ts'
import {
  firstScreenOf,
  lastScreen,
  type Presented,
  type Screen,
  screenAfter,
  screenAt,
  screenBefore,
} from './screens.ts'
import { SharedPresentation } from './shared-presentation.ts'
import { canScroll } from './type/fit-to-screen.ts'
import type { TitleSize } from './type/title-size.ts'

export type Move = 'next' | 'previous' | 'first' | 'last'

/** The link that a screen was opened with, which decides what can be done there. */
export type LinkKind = 'admin' | 'remote' | 'projector'

/**
 * What this screen shows, and the steps that can be taken here. While somebody is presenting, all of the room's screens
 * show the same.
 */
export class PresentationState {
  readonly live: LiveSurvey
  readonly projectedTexts: ProjectedTexts
  readonly screen: ReadonlySignal<Screen>
  /** The screen after this one; undefined on the last. */
  readonly next: ReadonlySignal<Screen | undefined>
  /** Of all questions, where those of a group are shown as one. */
  readonly results: ReadonlySignal<readonly ShownResult[]>
  /** That of the screen; undefined on the start screen. */
  readonly result: ReadonlySignal<ShownResult | undefined>
  /** Where it is among all. */
  readonly place: ReadonlySignal<ReturnType<typeof placeOf>>
  /** Whether the question has results that can be hidden. */
  readonly hasResults: ReadonlySignal<boolean>
  readonly areResultsHidden: ReadonlySignal<boolean>
  /** The question of this board that is being answered; undefined for all of them. */
  readonly spotlight: ReadonlySignal<string | undefined>
  /** What lies over the screen. */
  readonly cover: ReadonlySignal<Cover | null>
  /** The size of all questions' titles. */
  readonly titleSize: ReadonlySignal<TitleSize>
  /** Whether the options are in the order of their counts, and whether that can be changed here. */
  readonly isSorted: ReadonlySignal<boolean>
  readonly canSort: ReadonlySignal<boolean>
  /** The option with most answers, if it is shown on its question's first screen although it belongs to a later one. */
  readonly leaderElsewhere: ReadonlySignal<number | undefined>
  /** The result of the first round, if this question is a second one. */
  readonly firstRound: ReadonlySignal<Result | undefined>
  /** The shares of the first round, as `sharesBefore` gives them; undefined while there is nothing to compare. */
  readonly sharesBefore: ReadonlySignal<readonly number[] | undefined>
  /** The right answer; undefined if there is none, or it is not known before the reveal. */
  readonly right: ReadonlySignal<RightAnswer | undefined>
  readonly scaleWords: ReadonlySignal<ScaleWords | undefined>
  /** Whether what is shown of this question is chosen: texts, or questions of a board. */
  readonly canChoose: ReadonlySignal<boolean>
  /** Whether this question can be asked again. */
  readonly canAskAgain: ReadonlySignal<boolean>
  /** When this question's countdown ends, by `performance.now()`; undefined if there is none. */
  readonly countdownEnd: ReadonlySignal<number | undefined>
  /** Whether the link may change what the room sees. */
  readonly mayConduct: boolean
  /** Whether the link may do what no later step undoes, such as ending the session. */
  readonly mayEnd: boolean
  /** Whether somebody is presenting. */
  readonly isLive: ReadonlySignal<boolean>
  /** Whether this screen only follows a presenter: that of a projector link, while somebody is presenting. */
  readonly isFollowing: ReadonlySignal<boolean>
  /** Whether results are revealed on phones; undefined if the presenter does not control that. */
  readonly onPhones: ReadonlySignal<'revealed' | 'hidden' | undefined>
  /** Whether this screen has ended a session. */
  readonly hasEnded = signal(false)
  /** Announced to screen readers. */
  readonly announcement = signal('')
  readonly #shared: SharedPresentation
  readonly #survey: Presented
  /** What this screen shows while nobody is presenting. */
  readonly #ownScreen = signal(idInAddress())
  readonly #ownRevealed = signal<readonly string[]>([])
  readonly #ownCover = signal<Cover | null>(null)

  /**
   * @param presentation as just read
   * @param link with which this screen was opened
   */
  constructor(live: LiveSurvey, presentation: PresentationView, link: LinkKind) {
    this.live = live
    this.projectedTexts = new ProjectedTexts(live)
    const mayConduct = link !== 'projector'
    this.mayConduct = mayConduct
    this.mayEnd = link === 'admin'
    this.#shared = new SharedPresentation(live, presentation)
    const { view } = this.#shared
    const gauge = new Gauge()
    this.results = computed(() => shownResults(live.survey.value))
    this.titleSize = computed(() => gauge.titleSize(this.results.value.map(result => this.#stackOf(result))))
    this.#survey = this.#measured(gauge)
    this.countdownEnd = computed(() => {
      const { countdown } = view.value
      return countdown?.index === this.screen.value.index ? countdown?.endsAt : undefined
    })
    this.spotlight = computed(() => {
      const { spotlight } = view.value
      return spotlight?.index === this.screen.value.index ? spotlight?.id : undefined
    })
    this.cover = computed(() => (view.value.live ? view.value.cover : this.#ownCover.value))
    this.isSorted = computed(() => this.screen.value.sortedRows !== undefined)
    this.canSort = computed(() => mayConduct && this.result.value?.tally !== undefined && !this.areResultsHidden.value)
    let last: Screen | undefined
    this.screen = computed(() => {
      const id = view.value.live ? view.value.screen : this.#ownScreen.value
      const found = screenAt(id, this.#survey)
      // A question that was just added is not known here yet.
      const isUnknown = id !== '' && found.index === undefined && last?.index !== undefined
      if (!isUnknown || !this.#survey.results.some(({ index }) => index === last?.index)) last = found
      return last ?? found
    })
    this.next = computed(() => screenAfter(this.screen.value, this.#survey))
    this.result = computed(() => this.results.value.find(({ index }) => index === this.screen.value.index))
    this.place = computed(() =>
      placeOf(this.results.value, live.survey.value.question_settings, this.screen.value.index ?? -1),
    )
    this.hasResults = computed(() => this.result.value !== undefined && hasCounts(this.result.value))
    this.areResultsHidden = computed(() => {
      const { value: result } = this.result
      if (result === undefined || !this.hasResults.value) return false
      const { live: isLive, revealed } = view.value
      return !(isLive ? revealed.includes(result.index) : this.#ownRevealed.value.includes(identityOf(result)))
    })
    this.leaderElsewhere = computed(() => {
      const { part: [from, to = 0] = [] } = this.screen.value
      if (from !== 0 || this.areResultsHidden.value) return
      const counts = this.result.value?.tally?.map(({ count }) => count) ?? []
      const leader = counts.indexOf(largestOf(counts, 1))
      return leader < to ? undefined : leader
    })
    this.firstRound = computed(() => {
      const { results, question_settings: settings } = live.survey.value
      return firstRound(results, settings, this.screen.value.index ?? -1)
    })
    this.sharesBefore = computed(() => {
      const [first, second] = [this.firstRound.value, this.result.value]
      return first && second && sharesBefore(first, second)
    })
    this.right = computed(() => {
      const { value: result } = this.result
      return result && rightAnswerOf(result, live.survey.value.question_settings, view.value.right)
    })
    this.scaleWords = computed(() => live.survey.value.question_settings[this.screen.value.index ?? -1]?.scale_words)
    this.canChoose = computed(() => mayConduct && this.result.value !== undefined && !this.hasResults.value)
    this.canAskAgain = computed(() => {
      const isAlone = this.firstRound.value === undefined && this.result.value?.group === undefined
      return this.mayEnd && live.survey.value.paced && this.hasResults.value && isAlone
    })
    this.isLive = computed(() => view.value.live)
    this.isFollowing = computed(() => !mayConduct && view.value.live)
    this.onPhones = computed(() => {
      const { share_results: mode, results_revealed: isRevealed, paced } = live.survey.value
      if (!this.mayEnd || mode !== 'when_revealed') return undefined
      // Phones that follow show what is revealed here; the rest is not to be shown yet.
      if (paced && !isRevealed) return undefined
      return isRevealed ? 'revealed' : 'hidden'
    })
  }

  /** Follows the room and the address. @returns a function that stops following */
  follow(): () => void {
    // The address of a question says nothing of its items, which the other screens have to know.
    const moved = () => this.#show(screenAt(idInAddress(), this.#survey).id)
    addEventListener('hashchange', moved)
    const stops = [
      this.projectedTexts.follow(),
      this.#shared.follow(),
      this.#keepAddress(),
      this.#returnToStart(),
      () => removeEventListener('hashchange', moved),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  get isFirst(): boolean {
    return this.screen.value.index === undefined
  }

  get isLast(): boolean {
    return this.next.value === undefined
  }

  move(to: Move): void {
    const { value: screen } = this.screen
    const id = this.#screenTo(to)?.id ?? screen.id
    if (id !== screen.id) this.#show(id)
  }

  /** Begins a presentation with the start on every screen. */
  begin(): void {
    if (this.mayConduct) this.#shared.step({ screen: '' })
  }

  /** Reveals or hides the results of this question. */
  toggleResults(): void {
    const { value: result } = this.result
    if (result === undefined || !this.hasResults.value || this.isFollowing.value) return
    const revealed = this.areResultsHidden.value
    if (this.mayConduct) this.#shared.step({ screen: this.screen.value.id, revealed }, result.index)
    else {
      const identity = identityOf(result)
      const others = this.#ownRevealed.value.filter(one => one !== identity)
      this.#ownRevealed.value = revealed ? [...others, identity] : others
    }
  }

  /** Shows the options in the order of their counts, or in that of the survey. */
  toggleOrder(): void {
    const { value: result } = this.result
    if (result === undefined || !this.canSort.value) return
    const sorted = !this.isSorted.value
    this.#shared.step({ screen: firstScreenOf(result, sorted, this.#survey), revealed: true, sorted }, result.index)
  }

  /** Goes to the second round of this question, which is added if there is none. */
  async askAgain(): Promise<void> {
    const { value: result } = this.result
    if (result === undefined || !this.canAskAgain.value) return
    await attempt(async () => {
      const view = await this.live.send<PresentationView>('POST', '/presentation/rounds', { index: result.index })
      await this.live.reload()
      this.#shared.show(view)
    })
  }

  /** Starts, extends or shortens this question's countdown. @param seconds from now; 0 stops it */
  countDown(seconds: number): void {
    const { value: result } = this.result
    if (result !== undefined) this.#shared.step({ screen: this.screen.value.id, countdown: seconds }, result.index)
  }

  /** Shows one question of this board alone. @param id undefined for all of them */
  setSpotlight(id: string | undefined): void {
    const { value: result } = this.result
    if (result !== undefined) this.#shared.step({ screen: this.screen.value.id, spotlight: id ?? null }, result.index)
  }

  /** Lays something over the screen, or takes it away. */
  setCover(cover: Cover | null): void {
    if (this.isFollowing.value) return
    if (this.isLive.value) this.#shared.step({ screen: this.screen.value.id, cover })
    else this.#ownCover.value = cover
  }

  /** Ends the presentation, so that every screen goes back to the start. */
  async end(): Promise<void> {
    if (!this.isLive.value) return
    this.hasEnded.value = await attempt(() => this.#shared.end())
  }

  /** Reveals or hides the results on respondents' phones. */
  async togglePhones(): Promise<void> {
    if (this.onPhones.value === undefined) return
    const isRevealed = this.onPhones.value === 'hidden'
    const isDone = await attempt(async () => {
      await this.live.send('PATCH', '', { results_revealed: isRevealed })
      await this.live.reload()
    })
    // Not shown as a notice, which the audience would see as well.
    if (isDone) this.announcement.value = isRevealed ? presenterTexts.shownOnPhones : presenterTexts.hiddenOnPhones
  }

  #screenTo(to: Move): Screen | undefined {
    const { value: screen } = this.screen
    if (to === 'first') return screenAt('', this.#survey)
    if (to === 'last') return lastScreen(this.#survey)
    return to === 'next' ? this.next.value : screenBefore(screen, this.#survey)
  }

  #measured(gauge: Gauge): Presented {
    const { live, projectedTexts, results } = this
    const { view } = this.#shared
    return {
      get results() {
        return inRounds(results.value, live.survey.value.question_settings)
      },
      get canScroll() {
        return canScroll()
      },
      shownOf: index => ({ ...projectedTexts.of(index), isSorted: view.value.sorted.includes(index) }),
      measure: (result, items) =>
        gauge.measure(result.index, { ...this.#stackOf(result), items }, this.titleSize.value),
    }
  }

  /** A question with its options. */
  #stackOf({ text: title, tally }: Result): Stack {
    const items = tally?.map(({ option }) => option) ?? []
    return { isOptions: tally !== undefined, title, language: this.live.textLanguage.value, items }
  }

  #show(id: string): void {
    if (this.isFollowing.value) return
    if (this.mayConduct) this.#shared.step({ screen: id })
    else this.#ownScreen.value = id
  }

  /** Replaces the history entry, so that pressing Back once leaves the presentation. */
  #keepAddress(): () => void {
    return effect(() => {
      const { id } = this.screen.value
      if (id === idInAddress()) return
      history.replaceState(null, '', `${location.pathname}${id === '' ? '' : `#${id}`}`)
    })
  }

  /** A presentation ends with the uncovered start on every screen, whatever its address names. */
  #returnToStart(): () => void {
    return effect(() => {
      if (!this.isLive.value) return
      this.#ownScreen.value = ''
      this.#ownCover.value = null
    })
  }
}

/** Identifies what was revealed. Another question in the same position, or a reworded one, must be revealed again. */
function identityOf({ index, text }: Result): string {
  return `${index} ${text}`
}

function idInAddress(): string {
  return location.hash.slice(1)
}
