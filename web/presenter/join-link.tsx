/** The public link as somebody types it who reads it off a wall. It breaks behind a slash before it does anywhere else. */
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
  return <img class="qr" src={`/s/${id}/qr.svg`} alt="QR code of this link" width="160" height="160" />
}
