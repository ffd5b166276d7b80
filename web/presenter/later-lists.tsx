import type { ComponentProps } from 'preact'
import { Remote } from '../remote/remote.tsx'
import { ChoosingPanel } from './choosing-panel.tsx'

// Both list texts and questions. Scripts of their own would move what they share into the first one.

export function RemoteOnPhone(props: ComponentProps<typeof Remote>) {
  return <Remote {...props} />
}

export function PanelBesideSlide(props: ComponentProps<typeof ChoosingPanel>) {
  return <ChoosingPanel {...props} />
}
