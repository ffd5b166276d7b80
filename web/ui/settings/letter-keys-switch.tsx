import { words } from '../../words/shared-words.ts'
import { letterKeys, setLetterKeys } from '../letter-keys.ts'

export function LetterKeysSwitch() {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={letterKeys.value}
        onChange={({ currentTarget }) => setLetterKeys(currentTarget.checked)}
      />
      {words.common.letterKeys}
    </label>
  )
}
