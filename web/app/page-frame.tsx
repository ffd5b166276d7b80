import type { ComponentChildren } from 'preact'
import { texts } from '../words/app-words.ts'
import { KeyHelpButton } from './key-help.tsx'
import { Mark } from './logo.tsx'
import { path } from './router.ts'

/** A page below the header shared by all pages except the builder. */
export function PageFrame({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <Header />
      <div class="app-page">{children}</div>
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
