import { signal } from '@preact/signals'
import type { AccountView } from '../../src/account/contract.ts'
import { send } from './api.ts'

/** The signed-in account; undefined until it has been read. */
export const account = signal<AccountView | undefined>(undefined)

/** @throws RequestError */
export async function loadAccount(): Promise<void> {
  account.value = await send<AccountView>('GET', '/account')
}

export function isSubscribed(): boolean {
  return account.value?.subscription.subscribed === true
}
