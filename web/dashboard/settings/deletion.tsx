import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { attempt } from '../../ui/notice.tsx'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import type { Desk } from '../desk.ts'

export function DeletionSetting({ desk }: { readonly desk: Desk }) {
  const isAsking = useSignal(false)
  const isBusy = useSignal(false)
  const ask = (is: boolean) => {
    isAsking.value = is
  }
  const erase = async () => {
    ask(false)
    isBusy.value = true
    await attempt(() => desk.delete())
    isBusy.value = false
  }
  return (
    <>
      <button
        type="button"
        class="quiet dangerous"
        aria-disabled={isBusy.value}
        onClick={() => isBusy.value || ask(true)}
      >
        {isBusy.value ? 'Deleting' : 'Delete the survey'}
      </button>
      {isAsking.value && <Asking desk={desk} onYes={erase} onNo={() => ask(false)} />}
    </>
  )
}

interface Asked {
  readonly desk: Desk
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Whoever types a survey's name has read which one it is. */
function Asking({ desk, ...answers }: Asked) {
  const id = useId()
  const typed = useSignal('')
  const { title, response_count: count } = desk.survey.value
  return (
    <QuestionDialog
      title={`Delete “${title}”?`}
      act="Delete for good"
      isFinal
      ready={typed.value.trim() === desk.slug}
      {...answers}
    >
      <p>{lost(count)} Nothing brings this back; an export keeps the answers.</p>
      <label for={id}>
        Type <code>{desk.slug}</code> to delete it
      </label>
      <input
        id={id}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
        }}
      />
    </QuestionDialog>
  )
}

function lost(count: number): string {
  if (count === 0) return 'It has no answers.'
  return count === 1 ? 'Its one answer goes with it.' : `Its ${count.toLocaleString('en')} answers go with it.`
}
