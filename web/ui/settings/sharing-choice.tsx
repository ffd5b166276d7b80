import { SHARING_MODES, type SharingMode } from '../../../src/domain/results/sharing.ts'
import { words } from '../../words/words.ts'

const { modes, title } = words.settings.sharing

interface Props {
  readonly chosen: SharingMode
  readonly onChoose: (mode: SharingMode) => void
}

/** When respondents see results. */
export function SharingChoice({ chosen, onChoose }: Props) {
  return (
    <fieldset class="sharing" aria-label={title}>
      {SHARING_MODES.map(mode => (
        <label key={mode} class="choice">
          <input type="radio" name="sharing" checked={mode === chosen} onChange={() => onChoose(mode)} />
          <span>
            <strong>{modes[mode].name}</strong>
            <span class="about">{modes[mode].about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
