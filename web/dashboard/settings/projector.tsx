import { useSignal } from '@preact/signals'
import { attempt, showNotice } from '../../ui/notice.tsx'
import type { SurveyModel } from '../survey-model.ts'
import { OneTimeLink } from './one-time-link.tsx'

/** A link that shows results and can do nothing else. */
export function ProjectorSetting({ model }: { readonly model: SurveyModel }) {
  const made = useSignal<string>()
  const exists = made.value !== undefined || model.survey.value.projector
  const make = () =>
    attempt(async () => {
      made.value = (await model.send<{ url: string }>('POST', '/projector')).url
      await model.reload()
    })
  const withdraw = async () => {
    const isDone = await attempt(async () => {
      await model.send('DELETE', '/projector')
      made.value = undefined
      await model.reload()
    })
    if (isDone) showNotice('The projector link is withdrawn: it opens nothing any more.')
  }
  return (
    <>
      <p>{exists ? 'There is a projector link. A new one ends it.' : 'There is no projector link.'}</p>
      {made.value !== undefined && <OneTimeLink url={made.value} label="The projector link" description={ABOUT} />}
      <p class="row">
        <button type="button" class="quiet" onClick={make}>
          {exists ? 'Make a new projector link' : 'Make a projector link'}
        </button>
        {exists && (
          <button type="button" class="quiet" onClick={withdraw}>
            Withdraw the projector link
          </button>
        )}
      </p>
    </>
  )
}

const ABOUT = 'It opens a page that shows results and can do nothing else. It is shown only now: copy it.'
