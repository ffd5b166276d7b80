import type { Desk } from '../desk.ts'

export function Settings({ desk }: { readonly desk: Desk }) {
  return <p>{desk.survey.value.response_count}</p>
}
