import type { Desk } from '../desk.ts'
import { PublicLink } from '../header.tsx'

export function Empty({ desk }: { readonly desk: Desk }) {
  const { status } = desk.survey.value
  return (
    <>
      <p>
        {status === 'open'
          ? 'Give people this link. What they answer shows here as it comes in.'
          : 'The survey takes no answers now. Open it, then give people this link.'}
      </p>
      <PublicLink desk={desk} />
    </>
  )
}
