import { useSignal } from '@preact/signals'
import { attempt, say } from '../../ui/notice.tsx'
import type { Desk } from '../desk.ts'
import { GivenLink } from './given-link.tsx'

/** A link that shows results and can do nothing else. */
export function ProjectorSetting({ desk }: { readonly desk: Desk }) {
  const made = useSignal<string>()
  const exists = made.value !== undefined || desk.survey.value.projector
  const make = () =>
    attempt(async () => {
      made.value = (await desk.send<{ url: string }>('POST', '/projector')).url
      await desk.reload()
    })
  const withdraw = async () => {
    const isDone = await attempt(async () => {
      await desk.send('DELETE', '/projector')
      made.value = undefined
      await desk.reload()
    })
    if (isDone) say('The projector link is withdrawn: it opens nothing any more.')
  }
  return (
    <>
      <p>{exists ? 'There is a projector link. A new one ends it.' : 'There is no projector link.'}</p>
      {made.value !== undefined && <GivenLink url={made.value} label="The projector link" about={ABOUT} />}
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
