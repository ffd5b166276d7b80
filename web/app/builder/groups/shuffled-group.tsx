import type { DraftGroup } from '../../../ui/questions/draft-groups.ts'
import { ShuffledField } from '../../../ui/questions/shuffled-field.tsx'
import type { Builder } from '../builder.ts'
import { changeGroup } from './rows.ts'

interface Props {
  readonly builder: Builder
  readonly group: DraftGroup
  /** Says what of it is shuffled. */
  readonly label: string
}

export function ShuffledGroup({ builder, group: { key, kind, shuffled }, label }: Props) {
  return (
    <ShuffledField
      id={`shuffled-${key}`}
      label={label}
      hasLast={kind !== 'section'}
      isShuffled={shuffled ?? false}
      choose={is => builder.edit(changeGroup(builder.draft.value, key, { shuffled: is || undefined }))}
    />
  )
}
