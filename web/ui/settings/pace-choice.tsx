import { words } from '../../words/words.ts'

interface Props {
  readonly chosen: boolean
  /** Why it cannot be changed, if it cannot. */
  readonly fixed?: string | undefined
  readonly onChoose: (isPaced: boolean) => void
}

/** Whether phones follow whoever presents the survey. */
export function PaceChoice({ chosen, fixed, onChoose }: Props) {
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          checked={chosen}
          disabled={fixed !== undefined}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        {words.settings.pace.choice}
      </label>
      {fixed !== undefined && <p class="help">{fixed}</p>}
    </>
  )
}
