import { attempt, showNotice } from '../../ui/notice.tsx'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import type { Draft } from '../../ui/questions/draft.ts'
import { builderTexts } from '../../words/builder-words.ts'
import type { Builder } from './builder.ts'
import { kindOf } from './entry-kind.ts'
import { loadGroups } from './group-loading.ts'
import type { GroupEditing } from './groups/group-editing.ts'
import type { Changed } from './groups/kinds.ts'
import { type Entry, entryOf } from './groups/rows.ts'

interface Props {
  readonly builder: Builder
  readonly entry: Entry
}

/** Whether a multiple-choice question has several answers, and an option with a text. */
export function ChoiceSwitches(props: Props) {
  const { entry } = props
  const kind = kindOf(entry)
  if (kind !== 'one' && kind !== 'several') return null
  const isSeveral = kind === 'several'
  const hasText = entry.questions.some(({ type }) => type === 'free_text')
  return (
    <div class="switches">
      <Switch
        {...props}
        name="several"
        isOn={isSeveral}
        act={isSeveral ? toOne : toSeveral}
        label={builderTexts.several}
      />
      <Switch
        {...props}
        name="other"
        isOn={hasText}
        act={hasText ? removeOther : addOther}
        label={builderTexts.hasOther}
      />
    </div>
  )
}

/** What a switch does, or why it cannot. */
type Act = (groups: GroupEditing, draft: Draft, entry: Entry) => Changed | string

const toOne: Act = (groups, draft, entry) => groups.oneBlockedBy(draft, entry) ?? groups.toOne(draft, entry)
const toSeveral: Act = (groups, draft, entry) => groups.severalBlockedBy(draft, entry) ?? groups.toSeveral(draft, entry)
const addOther: Act = (groups, draft, entry) => groups.addOther(draft, entry)
const removeOther: Act = (groups, draft, entry) => groups.removeOther(draft, entry)

interface SwitchProps extends Props {
  readonly name: string
  readonly isOn: boolean
  readonly act: Act
  readonly label: string
}

function Switch({ builder, entry: { key }, name, isOn, act, label }: SwitchProps) {
  const change = async () => {
    const groupEditing = await loadGroups()
    const entry = entryOf(builder.draft.value, key)
    const changed = entry && act(groupEditing, builder.draft.value, entry)
    if (changed === undefined) return
    if (typeof changed === 'string') return showNotice(changed)
    builder.edit(changed.draft)
    builder.open(changed.key)
    // What is open is another one to the page, since its key is.
    focusSoon(`${name}-${changed.key}`)
  }
  return (
    <label class="check">
      <input
        type="checkbox"
        id={`${name}-${key}`}
        checked={isOn}
        onClick={event => {
          // It changes with the question, which cannot always be changed.
          event.preventDefault()
          attempt(change)
        }}
      />
      {label}
    </label>
  )
}
