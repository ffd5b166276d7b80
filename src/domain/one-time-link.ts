/** What a link does that works once: confirms an address, sets a new password, or lets somebody make an account. */
export type LinkKind = 'confirm_email' | 'reset_password' | 'invitation'
