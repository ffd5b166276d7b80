import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { NoticeLine } from '../ui/notice.tsx'
import { texts } from '../words/app-words.ts'
import { isSignedOut, signInPath } from './api.ts'
import { KeyHelp, KeyHelpButton } from './key-help.tsx'
import { LazyPage, type LoadPage } from './lazy-page.tsx'
import { Mark } from './mark.tsx'
import { path } from './router.ts'

interface Page {
  readonly pattern: RegExp
  readonly title: string
  /** Whether the page has a header of its own. */
  readonly hasOwnHeader?: boolean
  readonly load: LoadPage
}

/** Each page is a file of its own, so that nobody loads what another page needs. */
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

/** The application: the page that the address names, with the header of all pages. */
export function App() {
  const found = PAGES.find(({ pattern }) => pattern.test(path.value))
  const [, id = ''] = found?.pattern.exec(path.value) ?? []
  const title = found?.title ?? texts.notFoundTitle
  useEffect(() => {
    document.title = texts.documentTitle(title)
  }, [title])
  const content =
    found === undefined ? <NotFound /> : <LazyPage key={path.value} id={decodeURIComponent(id)} load={found.load} />
  return (
    <>
      {found?.hasOwnHeader !== true && <Header />}
      {isSignedOut.value && <SignedOut />}
      {found?.hasOwnHeader === true ? content : <Sheet key={path.value}>{content}</Sheet>}
      <NoticeLine />
      <KeyHelp />
    </>
  )
}

function Header() {
  return (
    <header class="app-header">
      <a class="wordmark" href="/app" aria-label={texts.product}>
        <Mark />
        <span>{texts.product}</span>
      </a>
      <nav aria-label={texts.navigation}>
        <NavLink to="/app">{texts.surveys}</NavLink>
        <NavLink to="/app/templates">{texts.templates}</NavLink>
        <NavLink to="/app/settings">{texts.settings}</NavLink>
      </nav>
      <KeyHelpButton />
    </header>
  )
}

function NavLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a href={to} aria-current={path.value === to ? 'page' : undefined}>
      {children}
    </a>
  )
}

function Sheet({ children }: { readonly children: ComponentChildren }) {
  return <div class="app-page">{children}</div>
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

function NotFound() {
  return (
    <>
      <h1>{texts.notFoundTitle}</h1>
      <p>{texts.notFound}</p>
      <p>
        <a href="/app">{texts.backToSurveys}</a>
      </p>
    </>
  )
}
