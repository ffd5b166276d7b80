import type { ComponentChildren, TargetedEvent } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { ItemState } from '../../../src/domain/board.ts'
import { say } from '../../ui/notice.tsx'
import { Acts } from './acts.ts'
import type { Board, Item } from './board.ts'
import { ItemRow } from './item.tsx'
import { ACT_KEYS, MOVE_KEYS } from './keys.ts'
import { GROUPS, Listing } from './listing.ts'
import { anchorOf, placeOf, restore } from './steady.ts'

const NAMES = { held: 'Waiting', shown: 'Shown', answered: 'Answered', hidden: 'Hidden' } as const

interface ListParts {
  readonly board: Board
  /** What a group without questions says; one that says nothing is left out then. */
  readonly empty: Readonly<Partial<Record<ItemState, ComponentChildren>>>
  /** Whether the list takes the focus when it appears. */
  readonly takesFocus: boolean
  /** A digit was pressed. */
  readonly onDigit: (digit: number) => void
}

/** A board's questions in their groups: one stop of the Tab key, and a key for whatever can be done. */
export function ItemList({ board, empty, takesFocus, onDigit }: ListParts) {
  const [listing, acts] = useMemo(() => {
    const made = new Listing(board)
    return [made, new Acts(made)] as const
  }, [board])
  const list = useRef<HTMLDivElement>(null)
  const anchor = anchorOf(list.current)
  useEffect(() => listing.follow(), [listing])
  const isRead = listing.items.value !== undefined
  useEffect(() => {
    if (takesFocus && list.current !== null) placeOf(list.current, { id: listing.stop.peek(), group: 'held' })?.focus()
  }, [isRead])
  useLayoutEffect(() => settle(list.current, listing, anchor))
  if (!isRead) return <span class="skeleton tall" role="status" aria-label="Loading" />
  const press = (item: Item, state: ItemState) => {
    // A key presses the button that has the focus, wherever that has moved to.
    const moved = listing.hand === 'key' ? undefined : listing.movedLately()
    if (moved === undefined) acts.make(item, state)
    else if (moved === 'of others') say('The list has just moved. Press again.')
  }
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || list.current === null) return
    const name = event.key.toLowerCase()
    const move = MOVE_KEYS[name]?.(list.current)
    const state = ACT_KEYS[name]
    const item = itemAt(event, listing)
    listing.hold('key')
    if (move !== undefined) move.focus()
    else if (state !== undefined && item !== undefined && !event.repeat) acts.make(item, state)
    else if (name === 'u' && !event.repeat) acts.undoLast()
    else if (/^[1-9]$/.test(name)) onDigit(Number(name))
    else return
    event.preventDefault()
  }
  const touch = ({ pointerType }: PointerEvent) => listing.hold(pointerType === 'mouse' ? 'mouse' : 'finger')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens in its groups
    <div
      class="questions"
      ref={list}
      onKeyDown={key}
      onPointerMove={touch}
      onPointerDown={touch}
      onPointerUp={touch}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && listing.leave()}
      onFocusIn={event => {
        listing.current.value = itemAt(event, listing)?.id ?? listing.current.value
      }}
    >
      {GROUPS.map(group => (
        <Group key={group} group={group} listing={listing} empty={empty[group]} onPress={press} />
      ))}
    </div>
  )
}

interface GroupParts {
  readonly group: ItemState
  readonly listing: Listing
  readonly empty: ComponentChildren
  readonly onPress: (item: Item, state: ItemState) => void
}

function Group({ group, listing, empty, onPress }: GroupParts) {
  const items = listing.items.value?.filter(({ state }) => state === group) ?? []
  if (items.length === 0 && empty === undefined) return null
  const isFolded = group === 'hidden' && !listing.isUnfolded.value
  const name = (
    <>
      {NAMES[group]} <span class="figure">{group === 'held' ? listing.board.waiting.value : items.length}</span>
    </>
  )
  return (
    <section data-group={group} tabIndex={-1} aria-labelledby={`group-${group}`}>
      <h3 id={`group-${group}`}>
        {group === 'hidden' ? <Fold listing={listing}>{name}</Fold> : name}
        {group === 'held' && <Kept count={listing.kept.value} />}
      </h3>
      {items.length === 0 && <p class="muted">{empty}</p>}
      {items.length > 0 && !isFolded && (
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: what HTML makes a grid of is a table
        <table role="grid" aria-labelledby={`group-${group}`}>
          <tbody>
            {items.map(item => (
              <ItemRow key={item.id} item={item} listing={listing} onPress={onPress} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Fold({ listing, children }: { readonly listing: Listing; readonly children: ComponentChildren }) {
  const { isUnfolded } = listing
  const fold = () => {
    isUnfolded.value = !isUnfolded.peek()
  }
  return (
    <button type="button" class="quiet" aria-expanded={isUnfolded.value} onClick={fold}>
      {children}
    </button>
  )
}

/** Always there for those who see it, so that nothing moves when it says something. */
function Kept({ count }: { readonly count: number }) {
  return <span class="kept muted">{count > 0 && `${count} more when you pause`}</span>
}

function settle(list: HTMLElement | null, listing: Listing, anchor: ReturnType<typeof anchorOf>): void {
  const { wanted } = listing
  listing.wanted = undefined
  if (list === null) return
  if (wanted !== undefined) placeOf(list, wanted)?.focus({ preventScroll: !wanted.scrolls })
  else if (anchor !== undefined) restore(list, anchor)
}

function itemAt({ target }: TargetedEvent<HTMLElement> | KeyboardEvent, listing: Listing): Item | undefined {
  return listing.find((target as Element).closest<HTMLElement>('[data-id]')?.dataset.id)
}
