import type { Account } from '../store/accounts.ts'
import type { Context } from './context.ts'

/** Responses that are deleted in one act: some 50 ms of the disk's. */
const AT_ONCE = 2_000

/** How far a deletion has come. */
export interface Deleted {
  readonly surveys: number
  readonly responses: number
  /** Of so many responses. */
  readonly of: number
}

/**
 * Deletes an account with everything in it, for good; the slugs of its surveys stay taken. From the first step on it is
 * disabled and respondents find none of its surveys. Interrupted, it can be begun again.
 * @returns a step each time that something is on disk; whoever takes them may rest between two, for others to write
 */
export async function* deleteAccount({ store }: Context, { id }: Account): AsyncGenerator<Deleted> {
  const surveys = await store.deletion.begin(id)
  const of = surveys.reduce((sum, { responseCount }) => sum + responseCount, 0)
  let responses = 0
  yield { surveys: 0, responses, of }
  for (const survey of surveys) {
    for (let gone = AT_ONCE; gone === AT_ONCE; ) {
      gone = await store.deletion.responses(survey.id, AT_ONCE)
      responses += gone
      yield { surveys: 0, responses, of }
    }
    while (await store.deletion.filed(survey.id, AT_ONCE)) yield { surveys: 0, responses, of }
  }
  await store.deletion.account(id)
  yield { surveys: surveys.length, responses, of }
}
