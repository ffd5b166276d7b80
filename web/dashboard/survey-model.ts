import type { AdminLink, DashboardChange, DashboardSurvey as Survey } from '../../src/dashboard/contract.ts'
import { retryUntilReachable } from '../ui/credential.ts'
import { LiveSurvey } from '../ui/live-survey.ts'
import { forgetEdit } from '../ui/questions/edit-storage.ts'
import { RequestError, request } from '../ui/request.ts'

/** How often a change that other edits come before is tried. */
const MAX_ATTEMPTS = 5

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
  async update(changes: DashboardChange): Promise<void> {
    await this.send('PATCH', '', changes)
    await this.reload()
  }

  /**
   * Changes all given fields or none, and only while the survey is as it should be: an edit that somebody else makes in this moment is not
   * undone.
   * @param isAsExpected also called again with the survey as somebody else has edited it
   * @returns false if it is not; then nothing was changed
   * @throws RequestError
   */
  async updateIf(changes: DashboardChange, isAsExpected: (survey: Survey) => boolean): Promise<boolean> {
    for (let attempt = 1; isAsExpected(this.survey.value); attempt++) {
      try {
        await this.changeUnedited(changes)
        await this.reload()
        return true
      } catch (error) {
        if (!(error instanceof RequestError) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error
        await this.load()
      }
    }
    return false
  }

  /**
   * Replaces the admin link. The previous one stops working in all other browsers.
   * @param made called with the link immediately, because it cannot be shown again
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

  /** Saves the questions as one of the account's templates, under the survey's title. @throws RequestError */
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

  /** Signs this browser out of the dashboard, and forgets unsaved edits of the questions. @throws RequestError */
  signOut(): Promise<void> {
    return this.credential.replaceWith(async () => {
      await this.send('DELETE', '/session')
      forgetEdit(this.slug)
      this.end('signed out')
    })
  }
}

function pathOf(slug: string): string {
  return `/admin/api/${slug}`
}
