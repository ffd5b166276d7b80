import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import type { ModeratedBoard, ProjectedBoard } from '../../../src/dashboard/contract.ts'
import { AnimatedNumber } from '../../ui/charts/animated-number.tsx'
import type { LiveSurvey } from '../../ui/live-survey.ts'
import { RequestError } from '../../ui/request.ts'
import { stateOf } from '../../ui/survey-state.ts'
import { presenterTexts } from '../../words/presenter-words.ts'
import { words } from '../../words/shared-words.ts'
import { Link, QrCode } from '../join-link.tsx'
import type { ItemKey } from '../marking.ts'
import type { PresentationState } from '../presentation-state.ts'
import { hideItem, markAnswered } from './board-actions.ts'

/** More than any screen has room for. */
const MAX_ITEMS = 30

/** Dashboards get a `state`; projector links get only visible items, with `answered`. */
type Read = ModeratedBoard | ProjectedBoard

interface Item {
  readonly id: string
  readonly text: string
  readonly votes: number
  readonly answered: boolean
}

export interface BoardProps {
  readonly state: PresentationState
  /** Index of the question. */
  readonly index: number
  /** Fits the screen again. */
  readonly refit: () => void
}

/** A board’s questions, most votes first and answered ones last, or only the one being answered. */
export function BoardItems({ state, index, refit }: BoardProps) {
  const { live } = state
  const items = useBoard({ live, index }).value
  useLayoutEffect(refit)
  if (items === undefined) return <div class="skeleton tall" role="status" aria-label={words.common.loading} />
  if (items.length === 0) return <NoItems live={live} />
  const inSpotlight = items.find(({ id }) => id === state.spotlight.value)
  if (inSpotlight !== undefined) return <OneItem state={state} item={inSpotlight} />
  return (
    <ol class="asked" data-trimmed>
      {items.slice(0, MAX_ITEMS).map(item => (
        <li key={item.id} data-answered={item.answered || undefined}>
          <ItemText state={state} item={item} />
          {item.answered && (
            <p class="mark" lang="en">
              {presenterTexts.answered}
            </p>
          )}
          <Votes item={item} />
          {state.mayConduct && <ItemButtons state={state} item={item} />}
        </li>
      ))}
    </ol>
  )
}

interface ItemProps {
  readonly state: PresentationState
  readonly item: Item
}

/** For presenters, pressing a question brings it to the front. */
function ItemText({ state, item: { id, text } }: ItemProps) {
  if (!state.mayConduct)
    return (
      <p class="text" dir="auto">
        {text}
      </p>
    )
  return (
    <button
      type="button"
      class="text"
      dir="auto"
      title={presenterTexts.answerNow}
      data-choice={id}
      onClick={() => state.setSpotlight(id)}
    >
      {text}
    </button>
  )
}

/** For the mouse, and for the keys of a marked question. */
function ItemButtons({ state, item: { id, answered } }: ItemProps) {
  return (
    <p class="acts">
      {!answered && (
        <ItemButton name={presenterTexts.markAnswered} itemKey="m" onPress={() => markAnswered(state, id)}>
          <path d="m5 12 5 5 9-10" />
        </ItemButton>
      )}
      <ItemButton
        name={presenterTexts.hide}
        itemKey="h"
        onPress={() => hideItem(state, id, answered ? 'answered' : 'shown')}
      >
        <path d="m6 6 12 12M18 6 6 18" />
      </ItemButton>
    </p>
  )
}

interface ItemButtonProps {
  readonly name: string
  readonly itemKey: ItemKey
  readonly onPress: () => void
  readonly children: ComponentChildren
}

function ItemButton({ name, itemKey, onPress, children }: ItemButtonProps) {
  return (
    <button type="button" class="quiet" aria-label={name} title={name} data-key={itemKey} onClick={onPress}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}

function Votes({ item: { votes } }: Pick<ItemProps, 'item'>) {
  return (
    <p class="votes" lang="en">
      <AnimatedNumber value={votes} /> <span>{words.common.votes(votes)}</span>
    </p>
  )
}

/** The question being answered, shown alone. */
function OneItem({ state, item }: ItemProps) {
  return (
    <div class="spotlight">
      <p class="mark" lang="en">
        {presenterTexts.nowAnswering}
      </p>
      <blockquote dir="auto">{item.text}</blockquote>
      <Votes item={item} />
      {state.mayConduct && (
        <p class="row" lang="en">
          {!item.answered && (
            <button
              type="button"
              class="quiet"
              data-choice="m"
              data-key="m"
              onClick={() => markAnswered(state, item.id)}
            >
              {presenterTexts.markAnswered}
            </button>
          )}
          <button
            type="button"
            class="quiet"
            data-choice="h"
            data-key="h"
            onClick={() => hideItem(state, item.id, item.answered ? 'answered' : 'shown')}
          >
            {presenterTexts.hide}
          </button>
          <button type="button" class="quiet" data-choice="all" onClick={() => state.setSpotlight(undefined)}>
            {presenterTexts.allQuestions}
          </button>
        </p>
      )}
    </div>
  )
}

/** While there are no questions, the QR code fills the screen. */
function NoItems({ live }: Pick<Board, 'live'>) {
  const { id, url } = live.survey.value
  const isOpen = stateOf(live.survey.value) === 'open'
  return (
    <div class="start">
      <div>
        <p class="empty" lang="en">
          {presenterTexts.noQuestions}
        </p>
        {isOpen && (
          <p class="join" lang="en">
            <Link url={url} label={presenterTexts.askAt} />
          </p>
        )}
      </div>
      {isOpen && <QrCode id={id} />}
    </div>
  )
}

interface Board {
  readonly live: LiveSurvey
  /** Index of the question. */
  readonly index: number
}

/** A board's visible questions, live; undefined until they have loaded. */
function useBoard({ live, index }: Board): ReadonlySignal<readonly Item[] | undefined> {
  const items = useSignal<readonly Item[] | undefined>(undefined)
  useEffect(() => {
    let last = 0
    const load = async () => {
      last += 1
      const mine = last
      const read = await fetchItems({ live, index })
      if (mine === last && read !== undefined) items.value = read
    }
    load()
    return live.onBoardChange(change => {
      if (change.index === index) load()
    })
  }, [live, index])
  return items
}

/** @returns undefined if they could not be loaded; the stream reports the board again once it is back */
async function fetchItems({ live, index }: Board): Promise<readonly Item[] | undefined> {
  try {
    const { items } = await live.read<Read>(`/board/${index}`)
    const seen = items.flatMap(shownItem)
    return [...seen.filter(({ answered }) => !answered), ...seen.filter(({ answered }) => answered)]
  } catch (error) {
    if (error instanceof RequestError) return
    throw error
  }
}

/** @returns undefined if respondents don't see it */
function shownItem(item: Read['items'][number]): readonly Item[] {
  if (!('state' in item)) return [item]
  const answered = item.state === 'answered'
  return answered || item.state === 'shown' ? [{ ...item, answered }] : []
}
