import type { PageChecksums } from '../../store/postgres/inspection.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

const ADVICE = 'off, so a damaged page may go unnoticed; stop PostgreSQL and run pg_checksums --enable'

/** Whether PostgreSQL would notice that the disk returns other bytes than were written, and whether it has. */
export function checkPageChecksums({ isEnabled, failures }: PageChecksums): CheckResult {
  if (!isEnabled) return passed('checksums', ADVICE)
  if (failures === 0) return passed('checksums', 'on, and no read has failed')
  const found = `damaged pages were read ${failures} times`
  return failed('checksums', found, 'find the table in the log of PostgreSQL, check the disk, and restore a backup')
}
