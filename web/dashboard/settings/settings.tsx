import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { SurveyModel } from '../survey-model.ts'
import { AdminLinkSetting } from './admin-link.tsx'
import { ArchiveSetting } from './archive.tsx'
import { DeadlineSetting } from './deadline.tsx'
import { DeletionSetting } from './deletion.tsx'
import { ProjectorSetting } from './projector.tsx'
import { PublicLinkSetting } from './public-link.tsx'
import './settings.css'
import { ThemeSetting } from './theme.tsx'

interface Setting {
  readonly title: string
  /** What it is, in a sentence or two. */
  readonly description: string
  readonly Content: (props: { readonly model: SurveyModel }) => ComponentChildren
}

const SETTINGS: readonly Setting[] = [
  {
    title: 'Public link',
    description: 'Where people answer. The code leads to the same place, from a wall or a sheet of paper.',
    Content: PublicLinkSetting,
  },
  {
    title: 'Theme',
    description: 'How the survey looks to those who answer, and this dashboard with it.',
    Content: ThemeSetting,
  },
  {
    title: 'End',
    description: 'A survey that has ended shows so, and takes no more answers. What was answered stays.',
    Content: DeadlineSetting,
  },
  {
    title: 'Projector link',
    description:
      'Opens a page that shows results and can do nothing else: for the machine at the projector, or for guests.',
    Content: ProjectorSetting,
  },
  {
    title: 'Archive',
    description:
      'An archived survey is left out of the list of surveys. Its link, its status and this dashboard go on.',
    Content: ArchiveSetting,
  },
  {
    title: 'Admin link',
    description:
      'Whoever has it can do everything here. Replace it when it has reached somebody who should not have it.',
    Content: AdminLinkSetting,
  },
  {
    title: 'Delete',
    description: 'The survey goes with all of its answers. This cannot be taken back.',
    Content: DeletionSetting,
  },
]

/** What can be set about a survey, from what is wanted often to what is wanted once. */
export function Settings({ model }: { readonly model: SurveyModel }) {
  return (
    <div class="settings">
      {SETTINGS.map(setting => (
        <Section key={setting.title} {...setting} model={model} />
      ))}
    </div>
  )
}

function Section({ title, description, Content, model }: Setting & { readonly model: SurveyModel }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p class="muted">{description}</p>
      </div>
      <div>
        <Content model={model} />
      </div>
    </section>
  )
}
