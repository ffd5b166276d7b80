import type { IncomingMessage } from 'node:http'

/** Names of the library's cookies. The first is never sent. */
export const COOKIES = {
  session: 'soundings_oauth_session',
  interaction: 'soundings_oauth_request',
  resume: 'soundings_oauth_resume',
}

const READ = [COOKIES.interaction, COOKIES.resume]

/** Removes all cookies except the library's own, so that it never sees one of our sessions. */
export function keepOwnCookies({ headers }: IncomingMessage): void {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim())
  headers.cookie = pairs.filter(pair => READ.some(name => pair.startsWith(name))).join('; ')
}
