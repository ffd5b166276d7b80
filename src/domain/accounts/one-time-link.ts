/** The purpose of a one-time link: to confirm an address, to set a new password, or to create an account. */
export type LinkKind = 'confirm_email' | 'reset_password' | 'invitation'

/** Links with which an account can be created. */
export type SignUpLink = 'confirm_email' | 'invitation'

/** The path of the page that a link opens, before its token. */
export const LINK_PATHS = {
  confirm_email: '/confirm-email',
  reset_password: '/reset-password',
  invitation: '/invitation',
} as const satisfies Readonly<Record<LinkKind, string>>
