import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { OURS } from '../ui/our-words.ts'
import { words } from '../words/shared-words.ts'
import { useLargestType } from './type/largest-type.ts'

/** Delay before retrying to load a QR code, in milliseconds, because there may be nobody to reload the page. */
const RETRY_MS = 3_000

interface Props {
  readonly url: string
  /** What it is for, above it. */
  readonly label?: string
}

/** The public link without its scheme, for people who type it, as large as its place allows. It breaks before the name. */
export function Link({ url, label }: Props) {
  const place = useRef<HTMLSpanElement>(null)
  useLargestType(place)
  return (
    <span class="link" ref={place}>
      <span {...OURS}>
        {label !== undefined && <span class="label">{label}</span>}
        <span translate={false}>
          {url
            .replace(/^https?:\/\//, '')
            .split(/(?<=\/)(?=[^/]+$)/)
            .map(part => (
              <span key={part}>{part}</span>
            ))}
        </span>
      </span>
    </span>
  )
}

/** @param id the survey's slug */
export function QrCode({ id }: { readonly id: string }) {
  const failures = useSignal(0)
  const retry = () => setTimeout(() => failures.value++, RETRY_MS)
  const query = failures.value === 0 ? '' : `?${failures.value}`
  return (
    <img
      class="qr"
      src={`/s/${id}/qr.svg${query}`}
      alt={words.common.qrCode}
      width="160"
      height="160"
      onError={retry}
    />
  )
}
