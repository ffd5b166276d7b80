import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Desk } from '../desk.ts'
import { AdminLinkSetting } from './admin-link.tsx'
import { ArchiveSetting } from './archive.tsx'
import { DeletionSetting } from './deletion.tsx'
import { ExpirySetting } from './expiry.tsx'
import { ProjectorSetting } from './projector.tsx'
import { PublicLinkSetting } from './public-link.tsx'
import './settings.css'
import { ThemeSetting } from './theme.tsx'

interface Setting {
  readonly title: string
  /** What it is, in a sentence or two. */
  readonly about: string
  readonly Content: (props: { readonly desk: Desk }) => ComponentChildren
}

const SETTINGS: readonly Setting[] = [
  {
    title: 'Public link',
    about: 'Where people answer. The code leads to the same place, from a wall or a sheet of paper.',
    Content: PublicLinkSetting,
  },
  {
    title: 'Theme',
    about: 'How the survey looks to those who answer, and this dashboard with it.',
    Content: ThemeSetting,
  },
  {
    title: 'End',
    about: 'A survey that has ended shows so, and takes no more answers. What was answered stays.',
    Content: ExpirySetting,
  },
  {
    title: 'Projector link',
    about: 'Opens a page that shows results and can do nothing else: for the machine at the projector, or for guests.',
    Content: ProjectorSetting,
  },
  {
    title: 'Archive',
    about: 'An archived survey is left out of the list of surveys. Its link, its status and this dashboard go on.',
    Content: ArchiveSetting,
  },
  {
    title: 'Admin link',
    about: 'Whoever has it can do everything here. Replace it when it has reached somebody who should not have it.',
    Content: AdminLinkSetting,
  },
  {
    title: 'Delete',
    about: 'The survey goes with all of its answers. This cannot be taken back.',
    Content: DeletionSetting,
  },
]

/** What can be set about a survey, from what is wanted often to what is wanted once. */
export function Settings({ desk }: { readonly desk: Desk }) {
  return (
    <div class="settings">
      {SETTINGS.map(setting => (
        <Section key={setting.title} {...setting} desk={desk} />
      ))}
    </div>
  )
}

function Section({ title, about, Content, desk }: Setting & { readonly desk: Desk }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p class="muted">{about}</p>
      </div>
      <div>
        <Content desk={desk} />
      </div>
    </section>
  )
}
