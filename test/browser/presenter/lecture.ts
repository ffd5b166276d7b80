import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { type AdminClient, newAdminClient } from '../../dashboard/admin-client.ts'
import { newPostgres, type PostgresDatabase } from '../../database.ts'
import { type Service, startService } from '../../harness.ts'
import { until } from '../../until.ts'
import { recordErrors } from '../browser-errors.ts'
import type { Open } from '../chromium.ts'
import { assertWellMade } from '../look.ts'
import { Audience } from './audience.ts'
import { assertInside, present, project, shown } from './presenter.ts'

export const PHONES = 20
/** Phones that are pages of a browser; the others follow and answer as these do. */
const PAGES = 3

const HALL = { viewport: { width: 1920, height: 1080 } }
const LAPTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** An installation of two processes, whatever engine is under test: only PostgreSQL can be shared. */
export class Installation {
  readonly database: PostgresDatabase
  readonly service: Service
  #other: Service

  static async start(): Promise<Installation> {
    const database = await newPostgres()
    const service = await startService({ database, now: Date.now() })
    return new Installation(database, service, await startService({ beside: service }))
  }

  private constructor(database: PostgresDatabase, service: Service, other: Service) {
    this.database = database
    this.service = service
    this.#other = other
  }

  /** The second process. */
  get other(): Service {
    return this.#other
  }

  /** Stops the second process as an operator does, and starts it again at the same address. */
  async restartOther(): Promise<void> {
    const port = Number(new URL(this.#other.baseUrl).port)
    await this.#other.close()
    this.#other = await startService({ beside: this.service, port })
  }

  async close(): Promise<void> {
    await this.#other.close()
    await this.service.close()
    await this.database.drop()
  }
}

export interface Lecture {
  readonly title: string
  readonly questions: readonly object[]
  readonly settings: object
}

/** A lecture hall. The presenter and a part of the audience are at one process, all others at the other. */
export interface Room {
  readonly admin: AdminClient
  readonly presenter: Page
  readonly hall: Page
  readonly remote: Page
  readonly phones: readonly [Page, Page, Page]
  readonly audience: Audience
  /** What browsers have reported. */
  readonly errors: readonly string[]
  /** Waits until this is on presenter, projector and remote. */
  allShow(heading: string): Promise<void>
  /** Waits until the figures below the slide, as one line, match on presenter and projector. */
  figures(text: RegExp): Promise<void>
  /** Waits until every phone says this in place of a question. */
  allPhonesSay(text: string): Promise<void>
  /** Examines every screen. @param name of the state */
  assertAllWellMade(name: string): Promise<void>
}

export async function openRoom(
  t: TestContext,
  open: Open,
  { service, other }: Installation,
  lecture: Lecture,
): Promise<Room> {
  const admin = await newAdminClient(service, lecture.questions, { title: lecture.title })
  assert.equal((await admin.send('PATCH', '', lecture.settings)).status, 200)
  const atOther = (link: string) => link.replace(service.baseUrl, other.baseUrl)
  const [{ page: presenter }, { page: hall }, { page: remote }] = [
    await open(LAPTOP),
    await open(HALL),
    await open(PHONE),
  ]
  const phones = [(await open(PHONE)).page, (await open(PHONE)).page, (await open(PHONE)).page] as const
  const screens = [presenter, hall, remote]
  const errors = recordErrors(...screens, ...phones)
  const link = `${service.baseUrl}/s/${admin.id}`
  await Promise.all(phones.map((phone, at) => phone.goto(at === 0 ? link : atOther(link))))
  const audience = new Audience(PHONES - PAGES, [other, service], admin.id)
  t.after(() => audience.leave())
  await present(presenter, service, admin)
  await hall.goto(atOther(await project(admin)))
  await remote.goto(atOther(`${(await admin.send('POST', '/remote')).body.url}`))
  return {
    ...{ admin, presenter, hall, remote, phones, audience, errors },
    async allShow(heading) {
      for (const screen of screens) await shown(screen, heading)
    },
    async figures(text) {
      for (const screen of [presenter, hall])
        await until(async () => text.test((await screen.locator('.figures').innerText()).replaceAll(/\s+/g, ' ')))
    },
    async allPhonesSay(text) {
      for (const phone of phones) await phone.locator('#pace').getByText(text, { exact: true }).waitFor()
    },
    async assertAllWellMade(name) {
      for (const [what, page] of Object.entries({ presenter, hall, remote, phone: phones[0], other: phones[2] })) {
        await assertWellMade(page, `${name}: ${what}`)
        await assertInside(page)
      }
    },
  }
}
