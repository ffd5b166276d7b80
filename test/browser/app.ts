import type { Page } from 'playwright-core'
import { type Browser, newBrowser } from '../account/browser.ts'
import type { Answer, Service } from '../harness.ts'
import type { Open } from './chromium.ts'
import type { ProfileOptions } from './profiles.ts'

/** An account with a page of the application open in a real browser. */
export interface Creator extends Browser {
  readonly page: Page
  /** Opens another tab of the same browser. */
  readonly newTab: () => Promise<Page>
}

interface Options extends ProfileOptions {
  readonly subscribed?: boolean
  /** Path of the application; default `/app`. */
  readonly path?: string
}

/** Signs up a new account and opens the application. */
export async function openApp(
  service: Service,
  open: Open,
  { subscribed, path, ...options }: Options = {},
): Promise<Creator> {
  const account = await newBrowser(service, { subscribed: subscribed ?? false })
  const { page, context } = await open({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  await signIn(page, service, account)
  if (path !== '') await page.goto(service.baseUrl + (path ?? '/app'))
  return { ...account, page, newTab: () => context.newPage() }
}

/** Gives a browser the account's session. */
export async function signIn(page: Page, { baseUrl: url }: Service, { cookie }: Browser): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url }])
}

/** Makes a draft and opens it in the builder. @returns its id */
export async function openDraft(creator: Creator, service: Service, content: object): Promise<string> {
  const { body } = await creator.send('POST', '/drafts', {
    title: 'Team lunch',
    questions: [],
    theme: null,
    ...content,
  })
  const id = `${body.id}`
  await creator.page.goto(`${service.baseUrl}/app/drafts/${id}`)
  await creator.page.locator('.builder').waitFor()
  return id
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

/** Adds a question in the builder. @param kind as its tile is called */
export async function addQuestion(page: Page, kind = 'One answer', { below = false } = {}): Promise<void> {
  const name = below ? 'Add question below' : 'Add question'
  await button(page, name).click()
  await page.getByRole('group', { name, exact: true }).getByRole('button', { name: kind, exact: true }).click()
}

/** Resolves when everything is saved. */
export function saved(page: Page): Promise<void> {
  return page.locator('.save-state[data-state=saved]').waitFor()
}

/** The texts of the questions, in order. */
export function outline(page: Page): Promise<string[]> {
  return page.locator('.outline li .outline-text').allInnerTexts()
}

/** The stored content of a draft. */
export async function stored(creator: Browser, id: string): Promise<Answer['body']> {
  return (await creator.send('GET', `/drafts/${id}`)).body
}
