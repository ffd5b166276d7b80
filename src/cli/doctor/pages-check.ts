import { readAssets } from '../../pages/assets.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

const REMEDY = 'run `npm ci --include=dev && npm run build` in the folder of the program, or install a release'

/**
 * Whether the files that browsers load have been built. Without them, a server starts, but its pages have no scripts.
 */
export function checkPages(): CheckResult {
  const files = readAssets().size
  if (files > 0) return passed('pages', `${files} files for browsers are built`)
  return failed('pages', 'no files for browsers are built: surveys work without scripts, dashboards do not', REMEDY)
}
