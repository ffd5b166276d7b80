import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/**
 * A remote shows what the room does not see yet, so a narrow window of a computer, which may be on the wall, is none. In
 * pixels, since larger text makes no phone of a tablet.
 */
const PHONE = matchMedia('(max-width: 767.98px) and (pointer: coarse)')

/** Whether this is an upright phone, also after it has been turned. */
export function usePhone(): ReadonlySignal<boolean> {
  const isPhone = useSignal(PHONE.matches)
  useEffect(() => {
    const turned = () => {
      isPhone.value = PHONE.matches
    }
    PHONE.addEventListener('change', turned)
    return () => PHONE.removeEventListener('change', turned)
  }, [])
  return isPhone
}
