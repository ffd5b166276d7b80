import { useSignal } from '@preact/signals'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt } from '../../ui/notice.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { OneTimeLink } from './one-time-link.tsx'

/** Replaces the admin link. */
export function AdminLinkSetting({ model }: { readonly model: SurveyModel }) {
  const isAsking = useSignal(false)
  const made = useSignal<string>()
  const replace = () => {
    isAsking.value = false
    return attempt(() =>
      model.replaceAdminLink(url => {
        made.value = url
      }),
    )
  }
  return (
    <>
      {made.value !== undefined && (
        <OneTimeLink
          url={made.value}
          label={dashboardTexts.settings.newAdminLink}
          description={dashboardTexts.settings.newAdminLinkAbout}
        />
      )}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isAsking.value = true
        }}
      >
        {dashboardTexts.settings.createAdminLink}
      </button>
      {isAsking.value && (
        <ConfirmDialog
          title={dashboardTexts.settings.replaceTitle}
          confirmLabel={dashboardTexts.settings.replaceAction}
          isDestructive
          onConfirm={replace}
          onCancel={() => {
            isAsking.value = false
          }}
        >
          <p>{dashboardTexts.settings.replaceText}</p>
          <p>{dashboardTexts.settings.replaceKeeps}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
