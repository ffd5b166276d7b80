import { describe } from 'node:test'
import { accounts, templates, tokens } from './accounts.ts'
import { billing } from './billing.ts'
import { boards } from './boards.ts'
import { deletion } from './deletion.ts'
import { failure, rateLimits, writes } from './engine.ts'
import { freePlan } from './free-plan.ts'
import { futureTimes } from './future-times.ts'
import { idempotency } from './idempotency.ts'
import { jobs } from './jobs.ts'
import { lookups } from './lookups.ts'
import { oauth } from './oauth.ts'
import { otherAccounts } from './other-accounts.ts'
import { passkeys } from './passkeys.ts'
import { purge } from './purge.ts'
import { changedSurveys, pages, repeats, submissions } from './responses.ts'
import { restorations } from './restorations.ts'
import { storeOn } from './rows.ts'
import { storedColumns } from './stored-columns.ts'
import type { Database, Open } from './subject.ts'
import { surveyCredentials } from './survey-credentials.ts'
import { changes, surveys } from './surveys.ts'
import { suspension } from './suspension.ts'

/** Tests of the store that every engine must pass. */
export function storeContract(newDatabase: () => Database): void {
  const open: Open = async t => {
    const database = newDatabase()
    const engine = await database.open()
    const store = storeOn(engine)
    t.after(() => store.close())
    return { database, engine, store }
  }
  describe('[first-proof] accounts', () => accounts(open))
  describe('[limit-tokens-10, subscription-checked-each-request] tokens', () => tokens(open))
  describe('[oauth-code-once, oauth-refresh-once] applications', () => oauth(open))
  describe('[passkey-challenge, passkey-copied, passkey-last-way-in] passkeys', () => passkeys(open))
  describe('[order-cap-before-slug-taken, list-newest-first, list-order-not-clock, archived-never-listed] surveys', () =>
    surveys(open))
  describe('[patch-all-or-nothing, edit-atomic] changes', () => changes(open))
  describe('[free-plan-upgrade] the free plan', () => freePlan(open))
  describe('[billing-latest-end, billing-deletion] subscriptions', () => billing(open))
  describe('[aggregate-counts-exact, response-sequence, survey-response-count] submissions', () => submissions(open))
  describe('submissions to surveys that change', () => changedSurveys(open))
  describe('[submission-key-once, submission-key-before-status] repeated sends', () => repeats(open, newDatabase))
  describe('[responses-in-order, dashboard-responses-newest, dashboard-arrivals] pages of responses', () => pages(open))
  describe('[vote-once, board-columns, board-full, board-ties, aggregate-board-counts, edit-board-counts-as-answered] boards', () =>
    boards(open))
  describe('[template-list-order] templates', () => templates(open))
  describe('[idempotency-parallel, idempotency-crash, idempotency-24-hours, idempotency-stores-no-secret] idempotency keys', () =>
    idempotency(open))
  describe('[disabled-account-surveys-closed, disabled-account-tokens, survey-takedown] what the operator suspends', () =>
    suspension(open))
  describe('[account-deletion] deletion of an account', () => deletion(open))
  describe('[account-restore] restorations', () => restorations(open))
  describe('what belongs to others', () => otherAccounts(open))
  describe('[projector-link] links to a survey', () => surveyCredentials(open))
  describe('[mail-jobs] jobs and links that work once', () => jobs(open))
  describe('[hourly-purge] what has had its time', () => purge(open))
  describe('what runs in the background', () => lookups(open))
  describe('[cli-doctor] times in the future', () => futureTimes(open))
  describe('[limit-fixed-window, limits-survive-restart, token-last-used-hour] rate limits', () =>
    rateLimits(newDatabase))
  describe('[acknowledged-is-committed] writes', () => writes(open))
  describe('[storage-unavailable-503, acknowledged-is-committed, storage-unavailable-reads] storage that takes no writes', () =>
    failure(open))
  describe('[response-columns, response-is-anonymous] what is left of a response', () => storedColumns(open))
}
