import type { DatabaseInspection } from '../../store/inspection.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

/**
 * Mails that could not be delivered, and other failed jobs. Anybody can cause refused recipients, so they do not count
 * as a failure.
 */
export async function checkJobs({ countJobs }: Pick<DatabaseInspection, 'countJobs'>): Promise<CheckResult> {
  const { waiting, failed: lost, refused, failure, undeleted, undeletedCustomers } = await countJobs()
  const unending = undeletedCustomers.length
  const ofRefused = refused > 0 ? [`recipients refused by mail servers: ${refused} (see \`soundings jobs list\`)`] : []
  if (lost + unending === 0)
    return passed('jobs', [`${waiting} waiting, none failed for good`, ...ofRefused].join('; '))
  const ofLost = lost > 0 ? [`${lost} failed for good; the last: ${failure}`] : []
  const ofUnending = unending > 0 ? [`deletions at the payment provider that fail again and again: ${unending}`] : []
  const found = [...ofLost, ...ofUnending, ...ofRefused].join('; ')
  const deletions = undeleted.map(email => `run \`soundings account delete ${email}\``)
  const customers = undeletedCustomers.map(id => `delete customer ${id} at Stripe`)
  const ofMails = lost > undeleted.length ? [MAIL_REMEDY] : []
  return failed('jobs', found, [...deletions, ...customers, ...ofMails].join('; '))
}

const MAIL_REMEDY =
  'check SMTP_URL, MAIL_FROM and the log; `soundings jobs list` shows each, `jobs retry` and `jobs clear` deal with them'
