import { useSignal } from '@preact/signals'
import { attempt } from '../../ui/notice.tsx'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import type { Desk } from '../desk.ts'
import { GivenLink } from './given-link.tsx'

/** A new admin link in place of the one before. */
export function AdminLinkSetting({ desk }: { readonly desk: Desk }) {
  const isAsking = useSignal(false)
  const made = useSignal<string>()
  const replace = () => {
    isAsking.value = false
    return attempt(() =>
      desk.replaceLink(url => {
        made.value = url
      }),
    )
  }
  return (
    <>
      {made.value !== undefined && <GivenLink url={made.value} label="The new admin link" about={ABOUT} />}
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
        <QuestionDialog
          title="Make a new admin link?"
          act="Make a new link"
          onYes={replace}
          onNo={() => {
            isAsking.value = false
          }}
        >
          <p>The present admin link ends at once, and so does every browser that it has let in, except this one.</p>
          <p>The public link and the projector link go on.</p>
        </QuestionDialog>
      )}
    </>
  )
}

const ABOUT = 'This is the new admin link; the one before has ended. It is shown only now: copy it and keep it safe.'
