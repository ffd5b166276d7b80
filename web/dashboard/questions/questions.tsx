import type { Desk } from '../desk.ts'

export function Questions({ desk }: { readonly desk: Desk }) {
  return <p>{desk.survey.value.response_count}</p>
}
