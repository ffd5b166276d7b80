import { useComputed } from '@preact/signals'
import type { ModeratedItem as Item } from '../../../src/dashboard/contract.ts'
import type { ItemState } from '../../../src/domain/boards/board.ts'
import type { StableOrder } from '../../ui/boards/stable-order.ts'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'
import { KEYS_BY_STATE } from './keyboard-shortcuts.ts'

/** The actions on a question in each state. A question that nobody has seen yet can be approved or hidden. */
const NEXT_STATES: Readonly<Record<ItemState, readonly ItemState[]>> = {
  held: ['shown', 'hidden'],
  shown: ['answered', 'held', 'hidden'],
  answered: ['shown', 'hidden'],
  hidden: ['shown', 'held'],
}

interface Props {
  readonly item: Item
  readonly list: StableOrder
  readonly onPress: (item: Item, state: ItemState) => void
}

/** A question of a board with its actions. */
export function ItemRow({ item, list: order, onPress }: Props) {
  const { id, text, votes, state } = item
  const tabIndex = useComputed(() => (order.tabStop.value === id ? 0 : -1))
  return (
    <tr data-id={id} tabIndex={tabIndex} aria-labelledby={`text-${id} votes-${id}`}>
      <td class="text" id={`text-${id}`} dir="auto">
        {text}
      </td>
      <td class="votes" id={`votes-${id}`} {...OURS}>
        {(votes > 0 || state !== 'held') && <Votes count={votes} />}
      </td>
      <td class="actions" {...OURS}>
        {NEXT_STATES[state].map(next => (
          <button
            key={next}
            type="button"
            class="quiet"
            tabIndex={tabIndex}
            aria-keyshortcuts={KEYS_BY_STATE[next]}
            onClick={() => onPress(item, next)}
          >
            {actionName(state, next)}
          </button>
        ))}
      </td>
    </tr>
  )
}

function actionName(state: ItemState, next: ItemState): string {
  const { approve, actions } = dashboardTexts.board
  return state === 'held' && next === 'shown' ? approve : actions[next]
}

function Votes({ count }: { readonly count: number }) {
  return (
    <>
      <span class="figure" translate={false}>
        {words.format.number(count)}
      </span>{' '}
      {words.common.votes(count)}
    </>
  )
}
