import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import type { Contents, ContentsProps, OpenOverlay, OverlayName, OverlayProps } from './later-screens.tsx'

// What is loaded after the first screen has been shown, as one script.

/** Delay before a script that did not arrive is asked for again, in milliseconds. */
const RETRY_MS = 1_000

interface Loaded {
  readonly OpenOverlay: typeof OpenOverlay
  readonly Contents: typeof Contents
}

const loaded = signal<Loaded | undefined>(undefined)

/** @param name undefined if nothing is over the screen */
export function Overlay({ name, ...props }: Omit<OverlayProps, 'name'> & { readonly name: OverlayName | undefined }) {
  useEffect(() => {
    load()
  }, [])
  const { value } = loaded
  return name && value && <value.OpenOverlay key={name} name={name} {...props} />
}

export function LaterContents(props: ContentsProps) {
  const { value } = loaded
  useLayoutEffect(props.refit, [value])
  return value === undefined ? null : <value.Contents {...props} />
}

/** Again and again, if the network is down. */
async function load(): Promise<void> {
  loaded.value ??= await import('./later-screens.tsx').catch(() => undefined)
  if (loaded.value === undefined) setTimeout(load, RETRY_MS)
}
