import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { NoticeLine } from '../ui/notice.tsx'
import { texts } from '../words/app-words.ts'
import { isSignedOut, signInPath } from './api.ts'
import { DraftPage } from './builder/draft-page.tsx'
import { TemplatePage } from './builder/template-page.tsx'
import { KeyHelp, KeyHelpButton } from './key-help.tsx'
import { Mark } from './mark.tsx'
import { PublishedPage } from './publish/published-page.tsx'
import { path } from './router.ts'
import { SettingsPage } from './settings/settings-page.tsx'
import { SurveysPage } from './surveys/surveys-page.tsx'
import { TemplatesPage } from './templates/templates-page.tsx'
import { VerificationDialog } from './verification.tsx'

interface Page {
  readonly pattern: RegExp
  readonly title: string
  /** Whether the page has a header of its own. */
  readonly isWhole?: boolean
  /** @param id the part of the path that the pattern captures */
  readonly render: (id: string) => JSX.Element
}

const PAGES: readonly Page[] = [
  { pattern: /^\/app\/?$/, title: texts.surveys, render: () => <SurveysPage /> },
  { pattern: /^\/app\/templates$/, title: texts.templates, render: () => <TemplatesPage /> },
  { pattern: /^\/app\/settings$/, title: texts.settings, render: () => <SettingsPage /> },
  { pattern: /^\/app\/published\/([^/]+)$/, title: texts.published.title, render: id => <PublishedPage slug={id} /> },
  {
    pattern: /^\/app\/drafts\/([^/]+)$/,
    title: texts.list.draft,
    isWhole: true,
    render: id => <DraftPage key={id} id={id} />,
  },
  {
    pattern: /^\/app\/templates\/([^/]+)$/,
    title: texts.builder.toTemplate,
    isWhole: true,
    render: id => <TemplatePage key={id} id={id} />,
  },
]

/** The application: the page that the address names, with the header of all pages. */
export function App() {
  const found = PAGES.find(({ pattern }) => pattern.test(path.value))
  const [, id = ''] = found?.pattern.exec(path.value) ?? []
  const title = found?.title ?? texts.notFoundTitle
  useEffect(() => {
    document.title = texts.builder.documentTitle(title)
  }, [title])
  const content = found?.render(decodeURIComponent(id)) ?? <NotFound />
  return (
    <>
      {found?.isWhole !== true && <Header />}
      {isSignedOut.value && <SignedOut />}
      {found?.isWhole === true ? content : <Sheet key={path.value}>{content}</Sheet>}
      <NoticeLine />
      <VerificationDialog />
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
