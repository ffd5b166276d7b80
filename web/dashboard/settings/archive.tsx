import type { Desk } from '../desk.ts'
import { change } from './change.ts'

export function ArchiveSetting({ desk }: { readonly desk: Desk }) {
  const { archived } = desk.survey.value
  const done = archived ? 'The survey is in the list again.' : 'The survey is archived.'
  return (
    <>
      <p>{archived ? 'It is archived.' : 'It is in the list.'}</p>
      <button type="button" class="quiet" onClick={() => change(desk, { archived: !archived }, done)}>
        {archived ? 'Put it back into the list' : 'Archive the survey'}
      </button>
    </>
  )
}
