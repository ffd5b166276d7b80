import { useComputed } from '@preact/signals'
import type { ItemState } from '../../../src/domain/board.ts'
import type { Item } from './board.ts'
import type { StableOrder } from './stable-order.ts'

/** What can be made of a question, and the key that does it. */
const ACTIONS = {
  shown: { name: 'Show', key: 's' },
  answered: { name: 'Answered', key: 'a' },
  held: { name: 'Hold', key: 'w' },
  hidden: { name: 'Hide', key: 'h' },
} as const

const NEXT_STATES: Readonly<Record<ItemState, readonly ItemState[]>> = {
  held: ['shown', 'answered', 'hidden'],
  shown: ['answered', 'held', 'hidden'],
  answered: ['shown', 'hidden'],
  hidden: ['shown', 'held'],
}

interface Props {
  readonly item: Item
  readonly list: StableOrder
  readonly onPress: (item: Item, state: ItemState) => void
}

/** A question of a board, and what can be made of it. */
export function ItemRow({ item, list: order, onPress }: Props) {
  const { id, text, votes, state } = item
  const tabIndex = useComputed(() => (order.tabStop.value === id ? 0 : -1))
  return (
    <tr data-id={id} tabIndex={tabIndex} aria-labelledby={`text-${id} votes-${id}`}>
      <td class="text" id={`text-${id}`} dir="auto">
        {text}
      </td>
      <td class="votes" id={`votes-${id}`}>
        {(votes > 0 || state !== 'held') && <Votes count={votes} />}
      </td>
      <td class="acts">
        {NEXT_STATES[state].map(next => (
          <button
            key={next}
            type="button"
            class="quiet"
            tabIndex={tabIndex}
            aria-keyshortcuts={ACTIONS[next].key}
            onClick={() => onPress(item, next)}
          >
            {ACTIONS[next].name}
          </button>
        ))}
      </td>
    </tr>
  )
}

function Votes({ count }: { readonly count: number }) {
  return (
    <>
      <span class="figure">{count}</span> {count === 1 ? 'vote' : 'votes'}
    </>
  )
}
