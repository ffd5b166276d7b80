import type { JsonObject } from '../../src/domain/json.ts'
import { retryUntilReachable } from '../ui/credential.ts'
import { LiveSurvey, type WatchedSurvey } from '../ui/live-survey.ts'
import { request } from '../ui/request.ts'

/** A survey as its dashboard reads it. */
export interface Survey extends WatchedSurvey {
  readonly created_at: string
  readonly expires_at: string | null
  readonly questions: readonly JsonObject[]
  readonly archived: boolean
  /** Whether there is a projector link. */
  readonly projector: boolean
}

/** What may be changed. */
export type Changes = Partial<Pick<Survey, 'theme' | 'questions' | 'archived' | 'expires_at'>> & {
  readonly status?: 'open' | 'closed'
}

interface AdminLink {
  readonly admin_token: string
  readonly admin_url: string
}

/** A survey's dashboard in this browser: the survey as it is now, and what can be done with it. */
export class SurveyModel extends LiveSurvey<Survey> {
  readonly slug: string

  /** @throws Refused 401 where this browser has no pass, 404 where it opens nothing */
  static async open(slug: string): Promise<SurveyModel> {
    return new SurveyModel(slug, await request<Survey>('GET', pathOf(slug)))
  }

  private constructor(slug: string, survey: Survey) {
    super(pathOf(slug), survey)
    this.slug = slug
  }

  /** Changes the survey, all of it or nothing. @throws Refused */
  async update(changes: Changes): Promise<void> {
    await this.send('PATCH', '', changes)
    await this.reload()
  }

  /**
   * Makes a new admin link, which ends the one before in every browser but this one.
   * @param made gets the link at once: nothing can show it again
   * @throws Refused
   */
  replaceAdminLink(made: (url: string) => void): Promise<void> {
    return this.credential.replaceWith(async () => {
      const { admin_token: token, admin_url: url } = await this.send<AdminLink>('POST', '/rotate')
      made(url)
      await retryUntilReachable(() => request('POST', `${pathOf(this.slug)}/session`, { token }))
    })
  }

  /** Deletes the survey and its answers, for good. @throws Refused */
  delete(): Promise<void> {
    return this.credential.replaceWith(async () => {
      await this.send('DELETE')
      this.markDeleted()
    })
  }
}

function pathOf(slug: string): string {
  return `/admin/api/${slug}`
}
