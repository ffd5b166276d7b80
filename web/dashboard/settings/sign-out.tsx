import { attempt } from '../../ui/notice.tsx'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** Ends this browser's session. */
export function SignOutSetting({ model }: { readonly model: SurveyModel }) {
  return (
    <button type="button" class="quiet" onClick={() => attempt(() => model.signOut())}>
      {words.settings.signOut}
    </button>
  )
}
