import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { NoticeLine } from '../ui/notice.tsx'
import { RequestError } from '../ui/request.ts'
import { texts } from '../words/app-words.ts'
import { isSignedOut, signInPath } from './api.ts'
import { KeyHelp } from './key-help.tsx'
import { LazyPage, type LoadPage } from './lazy-page.tsx'
import { PageFrame } from './page-frame.tsx'
import { PageState } from './page-state.tsx'
import { path } from './router.ts'
import { onSignOutElsewhere } from './sign-out.ts'

interface Page {
  readonly pattern: RegExp
  readonly title: string
  /** Whether the page has its own header. */
  readonly hasOwnHeader?: boolean
  readonly load: LoadPage
}

/** Each page is a separate file, so that nobody loads what another page needs. */
const PAGES: readonly Page[] = [
  {
    pattern: /^\/app\/?$/,
    title: texts.surveys,
    load: async () => (await import('./surveys/surveys-page.tsx')).SurveysPage,
  },
  {
    pattern: /^\/app\/templates$/,
    title: texts.templates,
    load: async () => (await import('./templates/templates-page.tsx')).TemplatesPage,
  },
  {
    pattern: /^\/app\/settings$/,
    title: texts.settings,
    load: async () => (await import('./settings/settings-page.tsx')).SettingsPage,
  },
  {
    pattern: /^\/app\/published\/([^/]+)$/,
    title: texts.published.title,
    load: async () => (await import('./publish/published-page.tsx')).PublishedPage,
  },
  {
    pattern: /^\/app\/drafts\/([^/]+)$/,
    title: texts.list.draft,
    hasOwnHeader: true,
    load: async () => (await import('./builder/content-page.tsx')).DraftPage,
  },
  {
    pattern: /^\/app\/templates\/([^/]+)$/,
    title: texts.template,
    hasOwnHeader: true,
    load: async () => (await import('./builder/content-page.tsx')).TemplatePage,
  },
]

/** Whether another tab has signed out since the page was opened, so that nobody else reads what it shows. */
const isEnded = signal(false)
onSignOutElsewhere(() => (isEnded.value = true))
path.subscribe(() => (isEnded.value = false))

/** The application: the page named by the address, with the header of all pages. */
export function App() {
  const found = PAGES.find(({ pattern }) => pattern.test(path.value))
  const [, id = ''] = found?.pattern.exec(path.value) ?? []
  const title = found?.title ?? texts.notFoundTitle
  const announcement = useSignal('')
  const firstPath = useRef(path.value)
  useEffect(() => {
    document.title = texts.documentTitle(title)
    if (path.value === firstPath.current) return
    firstPath.current = ''
    announcement.value = title
  }, [path.value])
  if (isEnded.value)
    return (
      <PageFrame>
        <PageState error={new RequestError(401, texts.signedOut)} />
      </PageFrame>
    )
  const page =
    found === undefined ? (
      <PageState error={new RequestError(404, texts.notFound)} />
    ) : (
      <LazyPage key={path.value} {...found} id={decodeURIComponent(id)} />
    )
  return (
    <>
      {isSignedOut.value && <SignedOut />}
      {found?.hasOwnHeader === true ? page : <PageFrame>{page}</PageFrame>}
      {/* Screen readers announce a page that is loaded, not one that takes the place of another. */}
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      <NoticeLine />
      <KeyHelp />
    </>
  )
}

function SignedOut() {
  return (
    <div class="signed-out" role="alert">
      <p>
        <strong>{texts.signedOutTitle}.</strong> {texts.signedOut}
      </p>
      <a class="button" href={signInPath()}>
        {texts.signInAgain}
      </a>
    </div>
  )
}
