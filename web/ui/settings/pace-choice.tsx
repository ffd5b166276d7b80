import { words } from '../../words/words.ts'

/** Whether results on the screen are shown as they come in. */
export function RevealedAtOnceChoice({ chosen, onChoose }: Pick<Props, 'chosen' | 'onChoose'>) {
  return (
    <label class="switch">
      <input type="checkbox" checked={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.checked)} />
      {words.settings.pace.atOnce}
    </label>
  )
}

interface Props {
  readonly chosen: boolean
  /** Why it cannot be changed, if it cannot. */
  readonly fixed?: string | undefined
  readonly onChoose: (isChosen: boolean) => void
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
