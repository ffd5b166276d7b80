import type { ComponentProps } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { later } from '../ui/later.ts'
import { words } from '../words/shared-words.ts'
import type { PanelBesideSlide, RemoteOnPhone } from './later-lists.tsx'
import type { ContentsProps, OverlayName, OverlayProps } from './later-screens.tsx'

// What is loaded after the first screen has been shown, when it is opened, or on phones only.

const screens = later(() => import('./later-screens.tsx'))
const lists = later(() => import('./later-lists.tsx'))

/** @param name undefined if nothing is over the screen */
export function Overlay({ name, ...props }: Omit<OverlayProps, 'name'> & { readonly name: OverlayName | undefined }) {
  useEffect(() => {
    screens.load()
  }, [])
  const { value } = screens.loaded
  return name && value && <value.OpenOverlay key={name} name={name} {...props} />
}

export function LaterContents(props: ContentsProps) {
  const { value } = screens.loaded
  useLayoutEffect(props.refit, [value])
  return value === undefined ? null : <value.Contents {...props} />
}

export function LaterChoosing(props: ComponentProps<typeof PanelBesideSlide>) {
  useLayoutEffect(() => {
    lists.load()
  }, [])
  const { value } = lists.loaded
  return value === undefined ? null : <value.PanelBesideSlide {...props} />
}

export function LaterRemote(props: ComponentProps<typeof RemoteOnPhone>) {
  useLayoutEffect(() => {
    lists.load()
  }, [])
  const { value } = lists.loaded
  if (value !== undefined) return <value.RemoteOnPhone {...props} />
  return (
    <div class="remote">
      <div class="skeleton tall" role="status" aria-label={words.common.loading} />
    </div>
  )
}
