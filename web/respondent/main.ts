import { startAnswering } from './answering.ts'
import { keepDraft } from './draft.ts'
import { showReceipt } from './receipt.ts'

startAnswering({ keep: keepDraft, finish: showReceipt })
