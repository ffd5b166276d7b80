import type { JsonObject } from '../../src/domain/json.ts'
import type { SharingMode } from '../../src/domain/sharing.ts'
import { retryUntilReachable } from '../ui/credential.ts'
import { LiveSurvey, type WatchedSurvey } from '../ui/live-survey.ts'
import { request } from '../ui/request.ts'

/** A survey as its dashboard reads it. */
export interface Survey extends WatchedSurvey {
  readonly created_at: string
  readonly expires_at: string | null
  readonly questions: readonly JsonObject[]
  readonly archived: boolean
  readonly share_results: SharingMode
  readonly results_revealed: boolean
  /** Whether there is a projector link. */
  readonly projector: boolean
  readonly taken_down: boolean
  /** Whether this browser is signed in to the account that owns it. */
  readonly is_owner: boolean
  /** Whether the deadline comes from the free plan. */
  readonly expiry_automatic: boolean
}

type SharingField = 'share_results' | 'results_revealed'

/** The fields that can be changed. */
export type Changes = Partial<Pick<Survey, 'theme' | 'questions' | 'archived' | 'expires_at' | SharingField>> & {
  readonly status?: 'open' | 'closed'
}

interface AdminLink {
  readonly admin_token: string
  readonly admin_url: string
}

/** The survey of a dashboard: its current state and the operations on it. */
export class SurveyModel extends LiveSurvey<Survey> {
  readonly slug: string

  /** @throws RequestError 401 if this browser is not signed in, 404 if it has no access */
  static async open(slug: string): Promise<SurveyModel> {
    return new SurveyModel(slug, await request<Survey>('GET', pathOf(slug)))
  }

  private constructor(slug: string, survey: Survey) {
    super(pathOf(slug), survey)
    this.slug = slug
  }

  /** Changes all given fields or none. @throws RequestError */
  async update(changes: Changes): Promise<void> {
    await this.send('PATCH', '', changes)
    await this.reload()
  }

  /**
   * Replaces the admin link. The previous one stops working in all other browsers.
   * @param made called with the link immediately, since it cannot be shown again
   * @throws RequestError
   */
  replaceAdminLink(made: (url: string) => void): Promise<void> {
    return this.credential.replaceWith(async () => {
      const { admin_token: token, admin_url: url } = await this.send<AdminLink>('POST', '/rotate')
      made(url)
      await retryUntilReachable(() => request('POST', `${pathOf(this.slug)}/session`, { token }))
    })
  }

  /** Copies the questions into a new survey of the account. @returns its slug @throws RequestError */
  async clone(): Promise<string> {
    const { id } = await request<{ readonly id: string }>('POST', `/app/api/surveys/${this.slug}/clone`)
    return id
  }

  /** Keeps the questions as a template of the account, under the title of the survey. @throws RequestError */
  saveAsTemplate(): Promise<void> {
    return request('POST', `/app/api/surveys/${this.slug}/template`, { body: {} })
  }

  /** Permanently deletes the survey and its responses. @throws RequestError */
  delete(): Promise<void> {
    return this.credential.replaceWith(async () => {
      await this.send('DELETE')
      this.end('deleted')
    })
  }

  /** Signs this browser out of the dashboard. @throws RequestError */
  signOut(): Promise<void> {
    return this.credential.replaceWith(async () => {
      await this.send('DELETE', '/session')
      this.end('signed out')
    })
  }
}

function pathOf(slug: string): string {
  return `/admin/api/${slug}`
}
