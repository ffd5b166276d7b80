import { words } from '../../words/words.ts'

interface Props {
  readonly chosen: boolean
  readonly onChoose: (isShared: boolean) => void
}

/** Whether respondents share one device. */
export function SharedDeviceChoice({ chosen, onChoose }: Props) {
  return (
    <label class="switch">
      <input type="checkbox" checked={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.checked)} />
      {words.settings.sharedDevice.choice}
    </label>
  )
}
