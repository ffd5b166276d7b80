import { attempt } from '../../ui/notice.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** Ends this browser's session. */
export function SignOutSetting({ model }: { readonly model: SurveyModel }) {
  return (
    <button type="button" class="quiet" onClick={() => attempt(() => model.signOut())}>
      {dashboardTexts.settings.signOut}
    </button>
  )
}
