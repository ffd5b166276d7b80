import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { OpenOverlay, OverlayName, OverlayProps } from './overlays.tsx'

const loaded = signal<{ readonly OpenOverlay: typeof OpenOverlay } | undefined>(undefined)

/** @param name undefined if nothing is over the screen. The script is loaded after the first screen has been shown. */
export function Overlay({ name, ...props }: Omit<OverlayProps, 'name'> & { readonly name: OverlayName | undefined }) {
  // Again whenever one is opened, if the network was down before.
  useEffect(() => {
    load()
  }, [name])
  const { value } = loaded
  return name && value && <value.OpenOverlay key={name} name={name} {...props} />
}

async function load(): Promise<void> {
  loaded.value ??= await import('./overlays.tsx').catch(() => undefined)
}
