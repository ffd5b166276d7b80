import { isolated } from '../../src/domain/values/text.ts'
import type { formatsOf } from './format.ts'

/** The words of right answers, where they are set. */
export function rightAnswerWords({ number, list }: ReturnType<typeof formatsOf>) {
  return {
    right: 'Right answer',
    addRight: 'Right answer…',
    rightOptions: (options: readonly string[]) => `Right answer: ${list(options.map(isolated), 'disjunction')}`,
    rightPoints: (from: number, to: number) =>
      `Right answer: ${from === to ? number(from) : `${number(from)} to ${number(to)}`}`,
    rightEnds: { from: 'From', to: 'To' },
    noRight: 'None',
    rightHelp: 'Shown with the results when you reveal them, as the share of the room. Nobody gets a score.',
  }
}
