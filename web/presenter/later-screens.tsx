import type { Cover } from '../../src/domain/results/presentation.ts'
import type { Word } from '../../src/domain/results/texts/word-counts.ts'
import { BoardItems, type BoardProps } from './boards/board-items.tsx'
import { CountdownDialog } from './countdown/countdown-dialog.tsx'
import { BlankScreen, KeyboardHelp, WayInScreen } from './dialogs.tsx'
import type { PresentationState } from './presentation-state.ts'
import { Words } from './word-cloud.tsx'

export type OverlayName = Cover | 'countdown' | 'help'

export interface OverlayProps {
  readonly name: OverlayName
  readonly state: PresentationState
  readonly close: () => void
}

/** What covers the screen, or a part of it, until it is closed. */
export function OpenOverlay({ name, state, close }: OverlayProps) {
  if (name === 'blank') return <BlankScreen state={state} />
  if (name === 'code') return <WayInScreen state={state} />
  if (name === 'countdown') return <CountdownDialog state={state} close={close} />
  return <KeyboardHelp state={state} close={close} />
}

export interface ContentsProps extends BoardProps {
  /** Undefined for a board. */
  readonly words: readonly Word[] | undefined
}

/** A board or words, which not every survey has. */
export function Contents({ words, ...board }: ContentsProps) {
  return words === undefined ? <BoardItems {...board} /> : <Words list={words} />
}
