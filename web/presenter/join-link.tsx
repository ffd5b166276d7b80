import { useSignal } from '@preact/signals'
import { words } from '../words/words.ts'

/** Delay before retrying to load a QR code, in milliseconds, because there may be nobody to reload the page. */
const RETRY_MS = 3_000

/** Longer names are set smaller. */
const LONG_NAME = 16

/** The public link without its scheme, for people who type it. It breaks after slashes first. */
export function Link({ url }: { readonly url: string }) {
  const parts = url.replace(/^https?:\/\//, '').split(/(?<=\/)/)
  return (
    <span class="link" translate={false} data-length={(parts.at(-1)?.length ?? 0) > LONG_NAME ? 'long' : undefined}>
      {parts.map(part => (
        <span key={part}>{part}</span>
      ))}
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
