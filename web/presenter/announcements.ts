import { effect, untracked } from '@preact/signals'
import { presenterTexts } from '../words/presenter-words.ts'
import type { PresentationState } from './presentation-state.ts'

/** Announces to screen readers what is on the screen, whoever has put it there. @returns a function that stops it */
export function announceChanges(state: PresentationState): () => void {
  let shown: { id: string; isHidden: boolean; cover: string | null } | undefined
  return effect(() => {
    const last = shown
    shown = { id: state.screen.value.id, isHidden: state.areResultsHidden.value, cover: state.cover.value }
    if (last === undefined) return
    const { announcement } = state
    if (shown.id !== last.id) announcement.value = untracked(() => describeScreen(state))
    else if (shown.cover !== last.cover) announcement.value = presenterTexts.covers[state.cover.value ?? 'none']
    else if (shown.isHidden !== last.isHidden)
      announcement.value = shown.isHidden ? presenterTexts.hidden : presenterTexts.shown
  })
}

function describeScreen({ live, result: { value: result }, place, firstRound, areResultsHidden }: PresentationState) {
  if (result === undefined) return live.survey.value.title
  const round = firstRound.value === undefined ? '' : ` (${presenterTexts.secondRound})`
  const { number, total } = place.value
  const text = presenterTexts.screen(number, total, result.text) + round
  return areResultsHidden.value ? `${text} ${presenterTexts.hidden}` : text
}
