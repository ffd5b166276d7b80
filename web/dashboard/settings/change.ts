import { say, sayRefused } from '../../ui/notice.tsx'
import { Refused } from '../../ui/request.ts'
import type { Changes, Desk, Survey } from '../desk.ts'

/** Changes the survey and says so, with a way back; or says why not. @returns whether it was done */
export async function change(desk: Desk, changes: Changes, done: string): Promise<boolean> {
  const before = formerly(desk.survey.value, changes)
  try {
    await desk.change(changes)
  } catch (error) {
    sayRefused(inPlainWords(error, changes))
    return false
  }
  say(done, () => change(desk, before, 'It is as it was before.'))
  return true
}

/** What takes changes back. What had expired comes back with its time alone. */
function formerly({ status, ...survey }: Survey, changes: Changes): Changes {
  const names = Object.keys(survey).filter(name => name in changes)
  const before = Object.fromEntries(names.map(name => [name, survey[name as keyof typeof survey]]))
  return { ...before, ...(changes.status !== undefined && status !== 'expired' && { status }) }
}

/** The service speaks to programs here. */
function inPlainWords(error: unknown, changes: Changes): unknown {
  if (!(error instanceof Refused)) return error
  const words = error.code === 'entitlement_required' ? paid(changes) : WORDS[error.code ?? '']
  return words === undefined ? error : new Refused(error.status, words, error.code)
}

const WORDS: Readonly<Record<string, string>> = {
  survey_expired: 'This time lies in the past, so the survey would take no answers. Choose one that lies ahead',
}

function paid({ theme }: Changes): string {
  const what = theme === undefined ? 'Choosing when a survey ends belongs' : 'Colours of your own belong'
  return `${what} to the paid plan of whoever made the survey`
}
