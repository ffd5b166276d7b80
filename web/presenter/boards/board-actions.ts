import type { ItemState } from '../../../src/domain/boards/board.ts'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { presenterTexts } from '../../words/presenter-words.ts'
import type { PresentationState } from '../presentation-state.ts'

/** Marks a question of the board on the screen as answered, and shows all of them again. */
export async function markAnswered(state: PresentationState, id: string): Promise<void> {
  if ((await setItemState(state, id, 'answered')) && isAlone(state, id)) state.setSpotlight(undefined)
}

/** Takes a question off the board on the screen, until that is undone. @param before its state */
export async function hideItem(state: PresentationState, id: string, before: ItemState): Promise<void> {
  const { value: result } = state.result
  if (!(await setItemState(state, id, 'hidden'))) return
  if (isAlone(state, id)) state.setSpotlight(undefined)
  showNotice(presenterTexts.itemHidden, () => send(state, result?.index, id, before))
}

function setItemState(state: PresentationState, id: string, to: ItemState): Promise<boolean> {
  return attempt(() => send(state, state.result.value?.index, id, to))
}

/** @throws RequestError */
function send({ live }: PresentationState, index: number | undefined, id: string, to: ItemState): Promise<void> {
  return live.send('PATCH', `/board/${index}/${id}`, { state: to })
}

function isAlone({ spotlight }: PresentationState, id: string): boolean {
  return spotlight.value === id
}
