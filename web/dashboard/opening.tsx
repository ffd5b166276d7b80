import { useSignal } from '@preact/signals'
import { attempt, say, sayRefused } from '../ui/notice.tsx'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { Refused } from '../ui/request.ts'
import { timeOf } from '../ui/time.ts'
import type { Desk } from './desk.ts'
import { change } from './settings/change.ts'
import { isPast, TimeField } from './settings/time-field.tsx'

/** At once: what is done by mistake is taken back by the same button. What has expired is asked until when. */
export function OpenOrClose({ desk }: { readonly desk: Desk }) {
  const { status } = desk.survey.value
  const isBusy = useSignal(false)
  const isAsking = useSignal(false)
  const act = async () => {
    isBusy.value = true
    if (status === 'open') await close(desk)
    else isAsking.value = status === 'expired' || (await open(desk)) === 'expired'
    isBusy.value = false
  }
  return (
    <>
      <button type="button" class="quiet" aria-disabled={isBusy.value} onClick={() => isBusy.value || act()}>
        <span>
          {status === 'open' ? 'Close' : 'Open'}
          <span class="spare"> the survey</span>
        </span>
      </button>
      {isAsking.value && (
        <Reopening
          desk={desk}
          onEnd={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}

async function close(desk: Desk): Promise<void> {
  if (await attempt(() => desk.change({ status: 'closed' }))) say('The survey is closed: it takes no more answers.')
}

/** @returns `expired` where it would take no answers */
async function open(desk: Desk): Promise<'expired' | undefined> {
  try {
    await desk.change({ status: 'open' })
  } catch (error) {
    if (error instanceof Refused && error.code === 'survey_expired') return 'expired'
    return void sayRefused(error)
  }
  const isOpen = desk.survey.value.status === 'open'
  return void say(isOpen ? 'The survey takes answers.' : TAKEN_DOWN)
}

const TAKEN_DOWN = 'The survey stays closed: whoever runs this service has taken it down.'

function Reopening({ desk, onEnd }: { readonly desk: Desk; readonly onEnd: () => void }) {
  const until = useSignal('')
  const reopen = () => {
    onEnd()
    change(desk, { status: 'open', expires_at: timeOf(until.value) }, 'The survey takes answers again.')
  }
  return (
    <QuestionDialog
      title="This survey has expired"
      act="Open the survey"
      ready={!isPast(until.value)}
      onYes={reopen}
      onNo={onEnd}
    >
      <TimeField label="Open it again until" value={until} past="Choose a time that lies ahead." />
      <p class="help">Left empty, it takes answers until you close it.</p>
    </QuestionDialog>
  )
}
