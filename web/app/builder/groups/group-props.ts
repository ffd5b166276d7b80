import type { ComponentChildren } from 'preact'
import type { DraftQuestion } from '../../../ui/questions/draft.ts'
import type { Builder } from '../builder.ts'
import type { Entry } from './rows.ts'

/** What the fields of a group need. */
export interface GroupProps {
  readonly builder: Builder
  readonly entry: Entry
  /** The entry as fields for a question take it: with its key and its title. */
  readonly question: DraftQuestion
  /** Below the options of a multiple-choice question. */
  readonly switches: ComponentChildren
}
