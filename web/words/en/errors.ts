/** The texts of pages that cannot be shown and requests that failed, in English. */
export const errorWords = {
  unreachable: 'The server can’t be reached. Check your connection, then try again.',
  failed: 'Something went wrong on the server. Try again in a moment.',
  tooMany: 'Too many requests in a short time. Wait a while, then try again.',
  loadTitle: 'This page could not be loaded',
  load: 'Something went wrong. Reload the page to try again.',
  signInTitle: 'You’re not signed in',
  signIn:
    'If the survey is in your account, sign in to it. Otherwise open the complete admin link you got when the survey was created.',
  noAccessTitle: 'You can’t open this survey here',
  noAccess:
    'You may have been signed out, the admin link may have been replaced, or the survey may have been deleted. If it’s in your account, open it from your list. Otherwise open its admin link again.',
  lostLink: 'If the link is lost, ask the operator of this service for it.',
  dashboardTitle: 'This admin link doesn’t work',
  dashboard:
    'The link may be incomplete or replaced by a newer one, or the survey was deleted. Ask the survey’s creator for the current link.',
  deletedTitle: 'Survey deleted',
  deleted: 'The survey and all its responses have been deleted, and its links no longer work.',
}
