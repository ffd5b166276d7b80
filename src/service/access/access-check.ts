import { isLive } from '../../domain/accounts/session.ts'
import type { Session } from '../../store/access/sessions.ts'
import type { PartialLink, SurveyAccess } from '../../store/access/survey-credentials.ts'
import type { Context } from '../context.ts'

/**
 * The credential that opened a survey's dashboard: its admin link, a session that began with that link, or its owner's
 * session.
 */
export type AdmittedBy =
  | {
      /** Id of the secret from which the admin token was derived, whether it was sent now or at sign-in. */
      readonly secretId: string
      /** Hash of the session's id; undefined if the admin token was sent. */
      readonly session: string | undefined
    }
  | { readonly ownerSession: string }

/** Whoever follows a survey, with what opened it. */
type Opened = { readonly slug: string } & (
  | { readonly link: PartialLink; readonly nonce: string }
  | { readonly access: SurveyAccess; readonly by: AdmittedBy }
)

/** As `Authentication.accessCheck`. */
export async function accessCheck(context: Context, slug: string): Promise<(opened: Opened) => boolean> {
  const access = await context.store.surveyCredentials.findOpeners(slug)
  if (access === undefined || access.accountDisabled) return () => false
  const now = context.clock()
  const live = new Set(access.sessions.filter(one => isLiveSession(context, one)).map(one => one.idHash))
  const ownerLive = new Set(access.ownerSessions.filter(one => isLive(one, now)).map(one => one.idHash))
  return opened => {
    if (opened.slug !== slug) return false
    if ('link' in opened) return isOpenToLinks(access) && opened.nonce === access.nonces[opened.link]
    const { by } = opened
    if ('ownerSession' in by) return ownerLive.has(by.ownerSession)
    const isSignedIn = by.session === undefined || live.has(by.session)
    return isSignedIn && opened.access.adminNonce === access.adminNonce
  }
}

/** Whether the session is live and the secret of the link that began it still works. */
export function isLiveSession({ keys, clock }: Context, session: Omit<Session, 'surveyId'>): boolean {
  return isLive(session, clock()) && keys.hasSecret(session.secretId)
}

/** Projector and remote links open no survey that the operator has taken down, and none of a disabled account. */
export function isOpenToLinks(access: SurveyAccess | undefined): access is SurveyAccess {
  return access !== undefined && !access.accountDisabled && !access.takenDown
}
