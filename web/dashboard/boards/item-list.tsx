import type { ComponentChildren, RefObject, TargetedEvent } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { ModeratedItem as Item } from '../../../src/dashboard/contract.ts'
import type { ItemState } from '../../../src/domain/boards/board.ts'
import type { TextLanguage } from '../../../src/domain/surveys/languages/text-language.ts'
import type { Board } from '../../ui/boards/board.ts'
import { GROUPS, StableOrder } from '../../ui/boards/stable-order.ts'
import { letterKeys } from '../../ui/letter-keys.ts'
import { showNotice } from '../../ui/notice.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'
import { ItemRow } from './item-row.tsx'
import { MOVE_KEYS, MOVES_FROM_ANYWHERE, stateOfKey } from './keyboard-shortcuts.ts'
import { ModerationActions } from './moderation-actions.ts'
import { findAnchor, focusTarget, isInView, restoreAnchor } from './scroll-anchor.ts'

interface Props {
  readonly board: Board
  /** Of the questions, which are assumed to be in that of the survey. */
  readonly language: TextLanguage
  /** The text of each group without questions; a group without a text is left out. */
  readonly empty: Readonly<Partial<Record<ItemState, ComponentChildren>>>
  /** Whether the list takes the focus when it appears. */
  readonly takesFocus: boolean
  /** Called when a digit is pressed. */
  readonly onDigit: (digit: number) => void
}

/** A board's questions by state. The list is one tab stop; every action has a key. */
export function ItemList({ board, language, empty, takesFocus, onDigit }: Props) {
  const [order, actions] = useMemo(() => {
    const made = new StableOrder(board)
    return [made, new ModerationActions(made)] as const
  }, [board])
  const list = useRef<HTMLDivElement>(null)
  const anchor = findAnchor(list.current)
  useEffect(() => order.follow(), [order])
  const isRead = order.items.value !== undefined
  useEffect(() => {
    if (takesFocus && list.current !== null)
      focusTarget(list.current, { id: order.tabStop.peek(), group: 'held' })?.focus()
  }, [isRead])
  useLayoutEffect(() => restoreFocus(list.current, order, anchor))
  const act = (name: string, target: Element, isRepeated: boolean) => {
    const { current } = list
    if (current === null) return false
    const isInside = current.contains(target)
    const row = isInside
      ? target.closest<HTMLElement>('[data-id]')
      : focusTarget(current, { id: order.tabStop.peek(), group: 'held' })
    const item = order.find(row?.dataset.id)
    const state = stateOfKey(name)
    const move = isInside ? MOVE_KEYS[name]?.(current) : MOVES_FROM_ANYWHERE.includes(name) ? row : undefined
    if (move !== undefined && move !== null) move.focus()
    else if (state !== undefined && !isInside && !(isInView(row) && order.isCurrent(item))) row?.focus()
    else if (state !== undefined && !isRepeated) actions.perform(item, state)
    else if (name === 'u' && !isRepeated) actions.undoLast()
    else if (/^[1-9]$/.test(name)) onDigit(Number(name))
    else return false
    return true
  }
  // Before the list is painted, so that no key is lost.
  useLayoutEffect(() => listenForKeys(list, order, act), [order, actions, onDigit])
  if (!isRead) return <span class="skeleton tall" role="status" aria-label={words.common.loading} />
  const press = (item: Item, state: ItemState) => {
    // A key always presses the focused button, even if the list has moved.
    const moved = order.pointerType === 'key' ? undefined : order.recentMove()
    if (moved === undefined) actions.perform(item, state)
    else if (moved === 'of others') showNotice(dashboardTexts.board.listChanged)
  }
  const touch = ({ pointerType }: PointerEvent) => order.keepStill(pointerType === 'mouse' ? 'mouse' : 'finger')
  return (
    <div
      class="questions"
      ref={list}
      onPointerMove={touch}
      onPointerDown={touch}
      onPointerUp={touch}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && order.release()}
      onFocusIn={event => {
        order.focusedId.value = itemAt(event, order)?.id ?? order.focusedId.value
      }}
    >
      {GROUPS.map(group => (
        <Group key={group} group={group} list={order} language={language} empty={empty[group]} onPress={press} />
      ))}
    </div>
  )
}

/** @param act returns whether the key did something @returns stops listening */
function listenForKeys(
  list: RefObject<HTMLElement | null>,
  order: StableOrder,
  act: (name: string, target: Element, isRepeated: boolean) => boolean,
): () => void {
  const pressed = (event: KeyboardEvent) => {
    const { target, key, repeat } = event
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return
    const isInside = list.current?.contains(target) === true
    if (!isInside && (!letterKeys.peek() || target.closest(TYPING) !== null)) return
    if (document.querySelector('dialog[open]') !== null) return
    order.keepStill('key')
    if (act(key.toLowerCase(), target, repeat)) event.preventDefault()
  }
  addEventListener('keydown', pressed)
  return () => removeEventListener('keydown', pressed)
}

/** Elements into which letters are typed. */
const TYPING = 'input, textarea, select, [contenteditable]'

interface GroupProps {
  readonly group: ItemState
  readonly list: StableOrder
  readonly language: TextLanguage
  readonly empty: ComponentChildren
  readonly onPress: (item: Item, state: ItemState) => void
}

function Group({ group, list: order, language, empty, onPress }: GroupProps) {
  const items = order.items.value?.filter(({ state }) => state === group) ?? []
  if (items.length === 0 && empty === undefined) return null
  const isFolded = group === 'hidden' && !order.isUnfolded.value
  const name = (
    <>
      {dashboardTexts.board.states[group]}{' '}
      <span class="figure" translate={false}>
        {group === 'held' ? order.board.waiting.value : items.length}
      </span>
    </>
  )
  return (
    <section data-group={group} tabIndex={-1} aria-labelledby={`group-${group}`}>
      <h3 id={`group-${group}`}>
        {group === 'hidden' ? <FoldButton order={order}>{name}</FoldButton> : name}
        {group === 'held' && <HeldBackCount count={order.heldBackCount.value} />}
      </h3>
      {items.length === 0 && <p class="muted">{empty}</p>}
      {items.length > 0 && !isFolded && (
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: what HTML makes a grid of is a table
        <table role="grid" aria-labelledby={`group-${group}`} {...language}>
          <tbody>
            {items.map(item => (
              <ItemRow key={item.id} item={item} list={order} onPress={onPress} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function FoldButton({ order, children }: { readonly order: StableOrder; readonly children: ComponentChildren }) {
  const { isUnfolded } = order
  const fold = () => {
    isUnfolded.value = !isUnfolded.peek()
  }
  return (
    <button type="button" class="quiet" aria-expanded={isUnfolded.value} onClick={fold}>
      {children}
    </button>
  )
}

/** Always present, so that nothing moves when the text appears. */
function HeldBackCount({ count }: { readonly count: number }) {
  return <span class="held-back muted">{count > 0 && dashboardTexts.board.moreWaiting(count)}</span>
}

function restoreFocus(list: HTMLElement | null, order: StableOrder, anchor: ReturnType<typeof findAnchor>): void {
  const { nextFocus: wanted } = order
  order.nextFocus = undefined
  if (list === null) return
  if (wanted !== undefined) focusTarget(list, wanted)?.focus({ preventScroll: !wanted.scrolls })
  else if (anchor !== undefined) restoreAnchor(list, anchor)
}

function itemAt({ target }: TargetedEvent<HTMLElement> | KeyboardEvent, order: StableOrder): Item | undefined {
  return order.find((target as Element).closest<HTMLElement>('[data-id]')?.dataset.id)
}
