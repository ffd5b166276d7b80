import { isolated } from '../../../src/domain/values/text.ts'
import type { formatsOf } from '../format.ts'

/** The words of right answers and of scales, where they are set. */
export function questionSettingsWords({ number, list }: ReturnType<typeof formatsOf>) {
  return {
    description: 'Description',
    addDescription: 'Description…',
    describedBy: (text: string) => `Description: ${isolated(text.trim())}`,
    right: 'Right answer',
    addRight: 'Right answer…',
    rightOptions: (options: readonly string[]) => `Right answer: ${list(options.map(isolated), 'disjunction')}`,
    rightPoints: (from: number, to: number) =>
      `Right answer: ${from === to ? number(from) : `${number(from)} to ${number(to)}`}`,
    rightEnds: { from: 'From', to: 'To' },
    noRight: 'None',
    rightHelp: 'Shown with the results when you reveal them, as the share of the room. Nobody gets a score.',
    shuffled: {
      options: 'Options in random order',
      grid: 'Rows in random order',
      ranking: 'Items in random order',
      section: 'Questions in random order',
    },
    shuffledHelp:
      'Everybody gets another order. Results and previews keep yours, and so does a survey whose presenter sets the pace.',
    shuffledLast: '“Other”, “None of these” and the like stay last.',
    scaleWords: 'Words below the scale (optional)',
    scalePlaces: { lowest: `At ${number(1)}`, middle: 'In the middle', highest: `At ${number(10)}` },
    scaleExamples: { lowest: 'Not at all', middle: '', highest: 'Very much' },
  }
}
