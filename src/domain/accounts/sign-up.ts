/** Who may create an account: anybody, nobody, or people invited by the operator. */
export const SIGN_UP_MODES = ['open', 'closed', 'invite'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]
