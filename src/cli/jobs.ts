import { type FailedJob, FailedJobs } from '../service/failed-jobs.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import { type Command, formatTable, type Invocation, type Output, UsageError, withInstallation } from './command.ts'

export const jobsList: Command = {
  name: ['jobs', 'list'],
  usage: 'jobs list',
  summary: 'List mails and other jobs that were given up: for whom, why, and since when.',
  details:
    'A mail that its recipient’s server refuses for good, such as to an address that does not exist, is marked as refused.\n\
Failed jobs are deleted after 30 days, except deletions of accounts.',
  example: 'jobs list --json',
  options: {},
  positionals: [],
  run: call =>
    withInstallation(call, async ({ context, operator }) => {
      const jobs = await new FailedJobs(context).list(operator)
      const rows = jobs.map(job => [String(job.id), job.kind, job.email, formatReason(job), sinceOf(job)])
      const text =
        jobs.length === 0 ? 'No job has failed.' : formatTable(['JOB', 'KIND', 'FOR', 'REASON', 'SINCE'], rows)
      return { data: jobs.map(jobData), text }
    }),
}

export const jobsRetry: Command = {
  name: ['jobs', 'retry'],
  usage: 'jobs retry ID|--all',
  summary: 'Retry a failed job, or all of them. A running server starts within seconds.',
  example: 'jobs retry --all',
  options: { all: { type: 'boolean' } },
  positionals: ['[ID]'],
  run: call => runOn(call, (jobs, operator, id) => jobs.retry(operator, id), { done: 'retried', says: 'Trying again' }),
}

export const jobsClear: Command = {
  name: ['jobs', 'clear'],
  usage: 'jobs clear ID|--all',
  summary: 'Delete a failed job, or all of them: it will not be carried out.',
  details: 'Account deletions stay, because they must still be completed; see `soundings account delete`.',
  example: 'jobs clear 17',
  options: { all: { type: 'boolean' } },
  positionals: ['[ID]'],
  run: call => runOn(call, (jobs, operator, id) => jobs.clear(operator, id), { done: 'cleared', says: 'Deleted' }),
}

type Operation = (jobs: FailedJobs, operator: Parameters<FailedJobs['list']>[0], id?: number) => Promise<number>

function runOn(
  call: Invocation,
  operation: Operation,
  { done, says }: { done: string; says: string },
): Promise<Output> {
  const id = parseSelection(call)
  return withInstallation(call, async ({ context, operator }) => {
    const count = await operation(new FailedJobs(context), operator, id)
    return { data: { [done]: count }, text: `${says}: ${count} ${count === 1 ? 'job' : 'jobs'}.` }
  })
}

/** @returns a job's number; undefined for all */
function parseSelection({ values, positionals: [id] }: Invocation): number | undefined {
  if ((id === undefined) === (values.all !== true)) throw new UsageError('give the number of one job, or --all')
  if (id === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new UsageError('give the number of a job as printed by `soundings jobs list`')
  return Number(id)
}

function jobData(job: FailedJob) {
  const { id, kind, email, failure: reason, isRecipientRefused: refused } = job
  return { id, kind, email, reason, recipient_refused: refused, failed_at: sinceOf(job) }
}

function formatReason({ failure, isRecipientRefused }: FailedJob): string {
  return isRecipientRefused ? `refused: ${failure}` : failure
}

function sinceOf({ failedAt }: FailedJob): string | null {
  return formatTimestamp(failedAt)
}
