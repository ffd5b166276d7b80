import { useSignal } from '@preact/signals'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt } from '../../ui/notice.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { OneTimeLink } from './one-time-link.tsx'

/** A new admin link in place of the one before. */
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
      {made.value !== undefined && <OneTimeLink url={made.value} label="The new admin link" description={ABOUT} />}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isAsking.value = true
        }}
      >
        Make a new admin link
      </button>
      {isAsking.value && (
        <ConfirmDialog
          title="Make a new admin link?"
          confirmLabel="Make a new link"
          onConfirm={replace}
          onCancel={() => {
            isAsking.value = false
          }}
        >
          <p>The present admin link ends at once, and so does every browser that it has let in, except this one.</p>
          <p>The public link and the projector link go on.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const ABOUT = 'This is the new admin link; the one before has ended. It is shown only now: copy it and keep it safe.'
