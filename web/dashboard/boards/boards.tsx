import type { Desk } from '../desk.ts'

export function Boards({ desk }: { readonly desk: Desk }) {
  return <p>{desk.survey.value.response_count}</p>
}
