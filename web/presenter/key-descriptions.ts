import type { KeyDescriptions } from '../ui/key-list.tsx'
import { actionNames, keyNames as names } from '../words/presenter-keys.ts'

const CHOOSING: KeyDescriptions = [
  [['P'], actionNames.choose],
  [['↑', '↓'], actionNames.mark],
  [[names.enter], actionNames.useMarked],
]
const MODERATING: KeyDescriptions = [
  [['M'], actionNames.markAnswered],
  [['H'], actionNames.hideItem],
]

/** What works in this survey, and by this link. */
interface Available {
  /** The presenter's control of results on phones. */
  readonly hasPhones: boolean
  readonly hasRounds: boolean
  readonly choosesTexts: boolean
  readonly choosesQuestions: boolean
}

/** The keys of each action, as shown to people. */
export const keysOf = ({ hasPhones, hasRounds, choosesTexts, choosesQuestions }: Available): KeyDescriptions => [
  [['→', names.pageDown, names.space], actionNames.next],
  [['←', names.pageUp, names.shiftSpace], actionNames.previous],
  [[names.home], actionNames.first],
  [[names.end], actionNames.last],
  [['R', names.enter], actionNames.toggle],
  [['O'], actionNames.order],
  ...(hasPhones ? [[['S'], actionNames.phones] as const] : []),
  ...(hasRounds ? [[['A'], actionNames.askAgain] as const] : []),
  ...(choosesTexts || choosesQuestions ? CHOOSING : []),
  ...(choosesQuestions ? MODERATING : []),
  [['T'], actionNames.countdown],
  [['Q'], actionNames.wayIn],
  [['B', '.'], actionNames.blank],
  [['F'], actionNames.fullScreen],
  [['?'], actionNames.help],
]
