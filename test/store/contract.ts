import { describe } from 'node:test'
import { accounts, templates, tokens } from './accounts.ts'
import { billing } from './billing.ts'
import { boards } from './boards.ts'
import { deletion } from './deletion.ts'
import { editHistories } from './edit-history.ts'
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
  describe('accounts [first-proof]', () => accounts(open))
  describe('tokens [limit-tokens-10, subscription-checked-each-request]', () => tokens(open))
  describe('applications [oauth-code-once, oauth-refresh-once]', () => oauth(open))
  describe('passkeys [passkey-challenge, passkey-copied, passkey-last-way-in]', () => passkeys(open))
  describe('surveys [order-cap-before-slug-taken, list-newest-first, list-order-not-clock, archived-never-listed]', () =>
    surveys(open))
  describe('changes [patch-all-or-nothing, edit-atomic]', () => changes(open))
  describe('edits [results-asked]', () => editHistories(open))
  describe('the free plan [free-plan-upgrade]', () => freePlan(open))
  describe('subscriptions [billing-latest-end, billing-deletion]', () => billing(open))
  describe('submissions [aggregate-counts-exact, response-sequence, survey-response-count]', () => submissions(open))
  describe('submissions to surveys that change', () => changedSurveys(open))
  describe('repeated sends [submission-key-once, submission-key-before-status]', () => repeats(open, newDatabase))
  describe('pages of responses [responses-in-order, dashboard-responses-newest, dashboard-arrivals]', () => pages(open))
  describe('boards [vote-once, board-columns, board-full, board-ties, aggregate-board-counts, edit-board-counts-as-answered]', () =>
    boards(open))
  describe('templates [template-list-order]', () => templates(open))
  describe('idempotency keys [idempotency-parallel, idempotency-crash, idempotency-24-hours, idempotency-stores-no-secret]', () =>
    idempotency(open))
  describe('what the operator suspends [disabled-account-surveys-closed, disabled-account-tokens, survey-takedown]', () =>
    suspension(open))
  describe('deletion of an account [account-deletion]', () => deletion(open))
  describe('restorations [account-restore]', () => restorations(open))
  describe('what belongs to others', () => otherAccounts(open))
  describe('links to a survey [projector-link]', () => surveyCredentials(open))
  describe('jobs and links that work once [mail-jobs]', () => jobs(open))
  describe('what has had its time [hourly-purge]', () => purge(open))
  describe('what runs in the background', () => lookups(open))
  describe('times in the future [cli-doctor]', () => futureTimes(open))
  describe('rate limits [limit-fixed-window, limits-survive-restart, token-last-used-hour]', () =>
    rateLimits(newDatabase))
  describe('writes [acknowledged-is-committed]', () => writes(open))
  describe('storage that takes no writes [storage-unavailable-503, acknowledged-is-committed, storage-unavailable-reads]', () =>
    failure(open))
  describe('what is left of a response [response-columns, response-is-anonymous]', () => storedColumns(open))
}
