import './entries.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { ModeratedItem as Item } from '../../src/dashboard/contract.ts'
import type { ItemState } from '../../src/domain/boards/board.ts'
import { markAnswered } from '../presenter/boards/board-actions.ts'
import type { ItemKey } from '../presenter/marking.ts'
import type { PresentationState } from '../presenter/presentation-state.ts'
import { Board } from '../ui/boards/board.ts'
import { StableOrder } from '../ui/boards/stable-order.ts'
import { attempt, showNotice } from '../ui/notice.tsx'
import { OURS } from '../ui/our-words.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { remoteTexts } from '../words/remote-words.ts'
import { words } from '../words/shared-words.ts'

/** Minimum interval between two reads of the board, in milliseconds. */
const READ_INTERVAL_MS = 250

interface Props {
  readonly state: PresentationState
  /** Index of the question. */
  readonly index: number
  /** Whether each key of a marked question has a button. */
  readonly hasKeys?: boolean
}

/** The board's questions: those that wait, and those that are shown, which can be brought to the front one by one. */
export function BoardList({ state, index, hasKeys = false }: Props) {
  const order = useBoard({ state, index })
  const list = useRef<HTMLDivElement>(null)
  const items = order.items.value
  if (items === undefined) return <div class="skeleton tall" role="status" aria-label={words.common.loading} />
  const press = (act: () => void) => () => {
    if (order.pointerType !== undefined && order.recentMove() === 'of others')
      return showNotice(remoteTexts.listChanged)
    act()
    // The pressed button may be gone, and the keyboard's place with it.
    list.current?.focus({ preventScroll: true })
  }
  const set = (item: Item, to: ItemState) => attempt(() => order.setState(item, to))
  const hide = (item: Item) => {
    set(item, 'hidden')
    showNotice(presenterTexts.itemHidden, () => order.setState({ ...item, state: 'hidden' }, item.state))
  }
  const inGroup = (group: ItemState) => items.filter(item => item.state === group)
  const keepStill = () => order.keepStill('finger')
  return (
    <div class="board" ref={list} tabIndex={-1} onPointerDown={keepStill} onPointerMove={keepStill}>
      <Group name={remoteTexts.waiting} none={remoteTexts.noneWaiting} items={inGroup('held')}>
        {item => (
          <>
            <Act isChoice item={item} name={remoteTexts.approve} onPress={press(() => set(item, 'shown'))} />
            <Act itemKey="h" item={item} name={presenterTexts.hide} onPress={press(() => hide(item))} />
          </>
        )}
      </Group>
      <Group name={remoteTexts.shown} none={remoteTexts.noneShown} items={inGroup('shown')}>
        {item => (
          <>
            <Spotlight state={state} item={item} press={press} hasKeys={hasKeys} />
            <Act itemKey="h" item={item} name={presenterTexts.hide} onPress={press(() => hide(item))} />
          </>
        )}
      </Group>
      <Group name={remoteTexts.answered} items={inGroup('answered')} />
    </div>
  )
}

interface SpotlightProps extends Pick<Props, 'state'> {
  readonly item: Item
  readonly hasKeys: boolean
  readonly press: (act: () => void) => () => void
}

function Spotlight({ state, item, press, hasKeys }: SpotlightProps) {
  const isOn = state.spotlight.value === item.id
  const name = isOn ? remoteTexts.answering : presenterTexts.answerNow
  return (
    <>
      <Act
        isChoice
        item={item}
        name={name}
        isPressed={isOn}
        onPress={press(() => state.setSpotlight(isOn ? undefined : item.id))}
      />
      {(isOn || hasKeys) && (
        <Act
          itemKey="m"
          item={item}
          name={presenterTexts.answered}
          onPress={press(() => markAnswered(state, item.id))}
        />
      )}
    </>
  )
}

interface GroupProps {
  readonly name: (count: number) => string
  /** Shown in place of the list; without it, an empty group is left out. */
  readonly none?: string
  readonly items: readonly Item[]
  readonly children?: (item: Item) => ComponentChildren
}

function Group({ name, none, items, children }: GroupProps) {
  if (items.length === 0 && none === undefined) return null
  return (
    <>
      <h2 {...OURS}>{name(items.length)}</h2>
      {items.length === 0 && (
        <p class="muted" {...OURS}>
          {none}
        </p>
      )}
      <ul class="entries">
        {items.map(item => (
          <li key={item.id}>
            <p dir="auto" id={`item-${item.id}`}>
              {item.text}
            </p>
            <p class="votes" {...OURS}>
              {item.state !== 'held' && `${words.format.number(item.votes)} ${words.common.votes(item.votes)}`}
            </p>
            <div class="acts">{children?.(item)}</div>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ActProps {
  readonly item: Item
  readonly name: string
  readonly isPressed?: boolean
  /** Whether Enter presses it when the question is marked. */
  readonly isChoice?: boolean
  /** The key that presses it when the question is marked. */
  readonly itemKey?: ItemKey
  readonly onPress: () => void
}

function Act({ item, name, isPressed, isChoice = false, itemKey, onPress }: ActProps) {
  return (
    <button
      type="button"
      class="quiet"
      {...OURS}
      aria-pressed={isPressed}
      aria-describedby={`item-${item.id}`}
      data-choice={isChoice ? `${item.state} ${item.id}` : undefined}
      data-key={itemKey}
      onClick={onPress}
    >
      {name}
    </button>
  )
}

/** The board, live, in an order that does not change under a finger. */
function useBoard({ state: { live }, index }: Pick<Props, 'state' | 'index'>): StableOrder {
  const order = useMemo(() => new StableOrder(new Board(live, index, () => READ_INTERVAL_MS)), [live, index])
  useEffect(() => {
    const { board } = order
    board.read()
    const ends = [
      order.follow(),
      live.onBoardChange(({ index: changed, items }) => {
        if (changed !== index) return
        if (items === undefined) board.read()
        else board.update(items)
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [order])
  return order
}
