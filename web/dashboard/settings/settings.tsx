import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { SurveyModel } from '../survey-model.ts'
import { AdminLinkSetting } from './admin-link.tsx'
import { ArchiveSetting } from './archive.tsx'
import { CopiesSetting } from './copies.tsx'
import { DeadlineSetting } from './deadline.tsx'
import { DeletionSetting } from './deletion.tsx'
import { PartialLinkSetting } from './partial-link.tsx'
import { PublicLinkSetting } from './public-link.tsx'
import '../../ui/settings/settings.css'
import './settings.css'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { languageTexts } from '../../words/language-words.ts'
import { opening } from '../../words/opening-words.ts'
import { ownerTexts } from '../../words/owner-words.ts'
import { partialLinkTexts } from '../../words/partial-link-words.ts'
import { responseLimit } from '../../words/response-limit-words.ts'
import { surveyTexts } from '../../words/survey-texts-words.ts'
import { words } from '../../words/words.ts'
import { LanguageSetting } from './language.tsx'
import { OpeningSetting } from './opening.tsx'
import { PaceSetting } from './pace.tsx'
import { ResponseLimitSetting } from './response-limit.tsx'
import { SharedDeviceSetting } from './shared-device.tsx'
import { SharingSetting } from './sharing.tsx'
import { SignOutSetting } from './sign-out.tsx'
import { SurveyTextsSetting } from './survey-texts.tsx'
import { ThemeSetting } from './theme.tsx'

interface Setting {
  readonly title: string
  /** One or two sentences. */
  readonly description: string
  /** Who can change the setting; everybody who has opened the dashboard if left out. */
  readonly isFor?: 'owner' | 'admin link'
  readonly Content: (props: { readonly model: SurveyModel }) => ComponentChildren
}

const SETTINGS: readonly Setting[] = [
  {
    title: dashboardTexts.settings.publicLink,
    description: dashboardTexts.settings.publicLinkAbout,
    Content: PublicLinkSetting,
  },
  {
    title: words.settings.theme,
    description: dashboardTexts.settings.themeAbout,
    Content: ThemeSetting,
  },
  {
    title: opening.title,
    description: opening.about,
    Content: OpeningSetting,
  },
  {
    title: dashboardTexts.settings.deadline,
    description: dashboardTexts.settings.deadlineAbout,
    Content: DeadlineSetting,
  },
  {
    title: responseLimit.title,
    description: responseLimit.about,
    Content: ResponseLimitSetting,
  },
  {
    title: surveyTexts.title,
    description: surveyTexts.about,
    Content: SurveyTextsSetting,
  },
  {
    title: words.settings.sharing.title,
    description: words.settings.sharing.about,
    Content: SharingSetting,
  },
  {
    title: words.settings.pace.title,
    description: words.settings.pace.about,
    Content: PaceSetting,
  },
  {
    title: words.settings.sharedDevice.title,
    description: words.settings.sharedDevice.about,
    Content: SharedDeviceSetting,
  },
  {
    title: languageTexts.title,
    description: languageTexts.about,
    Content: LanguageSetting,
  },
  ...(['projector', 'remote'] as const).map(link => ({
    title: partialLinkTexts[link].title,
    description: partialLinkTexts[link].about,
    Content: ({ model }: { readonly model: SurveyModel }) => <PartialLinkSetting model={model} link={link} />,
  })),
  {
    title: ownerTexts.copies,
    description: ownerTexts.copiesAbout,
    isFor: 'owner',
    Content: CopiesSetting,
  },
  {
    title: dashboardTexts.settings.archive,
    description: dashboardTexts.settings.archiveAbout,
    Content: ArchiveSetting,
  },
  {
    title: dashboardTexts.settings.signOut,
    description: dashboardTexts.settings.signOutAbout,
    isFor: 'admin link',
    Content: SignOutSetting,
  },
  {
    title: dashboardTexts.settings.adminLink,
    description: dashboardTexts.settings.adminLinkAbout,
    Content: AdminLinkSetting,
  },
  {
    title: dashboardTexts.settings.delete,
    description: dashboardTexts.settings.deleteAbout,
    Content: DeletionSetting,
  },
]

/** A survey's settings, most used first. */
export function Settings({ model }: { readonly model: SurveyModel }) {
  const reader = model.survey.value.is_owner ? 'owner' : 'admin link'
  return (
    <div class="settings">
      {SETTINGS.filter(({ isFor = reader }) => isFor === reader).map(setting => (
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
