import type { KeyDescriptions } from '../ui/key-list.tsx'
import { actionNames, keyNames as names } from '../words/presenter-keys.ts'

/** The keys of each action, as shown to people: with the presenter's control of results on phones, and with second rounds. */
export const keysOf = (hasPhones: boolean, hasRounds: boolean): KeyDescriptions => [
  [['→', names.pageDown, names.space], actionNames.next],
  [['←', names.pageUp, names.shiftSpace], actionNames.previous],
  [[names.home], actionNames.first],
  [[names.end], actionNames.last],
  [['R', names.enter], actionNames.toggle],
  [['O'], actionNames.order],
  ...(hasPhones ? [[['S'], actionNames.phones] as const] : []),
  ...(hasRounds ? [[['A'], actionNames.askAgain] as const] : []),
  [['T'], actionNames.countdown],
  [['Q'], actionNames.wayIn],
  [['B', '.'], actionNames.blank],
  [['F'], actionNames.fullScreen],
  [['?'], actionNames.help],
]
