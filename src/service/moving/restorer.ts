import type { RestorationKey } from '../../store/moving/restorations.ts'
import type { AccountHolder, Operator } from '../access/authentication.ts'

/** The operator, who restores to somebody's account. */
export interface OperatorFor {
  readonly kind: 'operator'
  readonly operator: Operator
  readonly holder: AccountHolder
}

/** Who restores: the holder of an account from an archive, or the operator. Each can while the other does. */
export type Restorer = AccountHolder | OperatorFor

/** Whose data is restored. */
export function holderOf(by: Restorer): AccountHolder {
  return by.kind === 'operator' ? by.holder : by
}

export function keyOf(by: Restorer): RestorationKey {
  return { restoresTo: holderOf(by).accountId, restoredBy: by.kind === 'operator' ? 'operator' : 'holder' }
}
