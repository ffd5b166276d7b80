import { words } from '../words/words.ts'
/** The public link without its scheme, for people who type it. It breaks after slashes first. */
export function Link({ url }: { readonly url: string }) {
  const parts = url.replace(/^https?:\/\//, '').split(/(?<=\/)/)
  return (
    <span class="link">
      {parts.map(part => (
        <span key={part}>{part}</span>
      ))}
    </span>
  )
}

/** @param id the survey's slug */
export function QrCode({ id }: { readonly id: string }) {
  return <img class="qr" src={`/s/${id}/qr.svg`} alt={words.common.qrCode} width="160" height="160" />
}
