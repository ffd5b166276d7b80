/** A name that is not registered anywhere, so that no mail reaches anybody. */
const ADDRESS_END = '@restoring.invalid'

/**
 * The address of an account that temporarily holds what is being restored.
 * @param accountId whose data is being restored
 */
export function restorationAddress(accountId: string): string {
  return `${accountId}${ADDRESS_END}`
}

export function isRestorationAddress(email: string): boolean {
  return email.endsWith(ADDRESS_END)
}
