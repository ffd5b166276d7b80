import { describe } from 'node:test'
import { accounts, templates, tokens } from './accounts.ts'
import { billing } from './billing.ts'
import { boards } from './boards.ts'
import { deletion } from './deletion.ts'
import { failure, rateLimits, writes } from './engine.ts'
import { freePlan } from './free-plan.ts'
import { idempotency } from './idempotency.ts'
import { jobs } from './jobs.ts'
import { lookups } from './lookups.ts'
import { oauth } from './oauth.ts'
import { otherAccounts } from './other-accounts.ts'
import { passkeys } from './passkeys.ts'
import { purge } from './purge.ts'
import { changedSurveys, pages, repeats, submissions } from './responses.ts'
import { storeOn } from './rows.ts'
import { storedColumns } from './stored-columns.ts'
import type { Database, Open } from './subject.ts'
import { surveyCredentials } from './survey-credentials.ts'
import { changes, surveys } from './surveys.ts'
import { suspension } from './suspension.ts'

/** The parts of the contract, so that a test file can name the clauses that each part proves. */
export type Part =
  | 'accounts'
  | 'tokens'
  | 'oauth'
  | 'passkeys'
  | 'surveys'
  | 'changes'
  | 'freePlan'
  | 'billing'
  | 'submissions'
  | 'changedSurveys'
  | 'repeats'
  | 'pages'
  | 'boards'
  | 'templates'
  | 'idempotency'
  | 'suspension'
  | 'deletion'
  | 'otherAccounts'
  | 'surveyCredentials'
  | 'jobs'
  | 'purge'
  | 'lookups'
  | 'rateLimits'
  | 'writes'
  | 'failure'
  | 'storedColumns'

/** Tests of the store that every engine must pass. @param names the title of each part, with the clauses that it proves */
export function storeContract(newDatabase: () => Database, names: Readonly<Record<Part, string>>): void {
  const open: Open = async t => {
    const database = newDatabase()
    const engine = await database.open()
    const store = storeOn(engine)
    t.after(() => store.close())
    return { database, engine, store }
  }
  describe(names.accounts, () => accounts(open))
  describe(names.tokens, () => tokens(open))
  describe(names.oauth, () => oauth(open))
  describe(names.passkeys, () => passkeys(open))
  describe(names.surveys, () => surveys(open))
  describe(names.changes, () => changes(open))
  describe(names.freePlan, () => freePlan(open))
  describe(names.billing, () => billing(open))
  describe(names.submissions, () => submissions(open))
  describe(names.changedSurveys, () => changedSurveys(open))
  describe(names.repeats, () => repeats(open, newDatabase))
  describe(names.pages, () => pages(open))
  describe(names.boards, () => boards(open))
  describe(names.templates, () => templates(open))
  describe(names.idempotency, () => idempotency(open))
  describe(names.suspension, () => suspension(open))
  describe(names.deletion, () => deletion(open))
  describe(names.otherAccounts, () => otherAccounts(open))
  describe(names.surveyCredentials, () => surveyCredentials(open))
  describe(names.jobs, () => jobs(open))
  describe(names.purge, () => purge(open))
  describe(names.lookups, () => lookups(open))
  describe(names.rateLimits, () => rateLimits(newDatabase))
  describe(names.writes, () => writes(open))
  describe(names.failure, () => failure(open))
  describe(names.storedColumns, () => storedColumns(open))
}
