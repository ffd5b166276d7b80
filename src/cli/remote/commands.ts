import type { Command } from '../command.ts'
import { applyCommand, diffCommand } from './apply.ts'
import { importCommand } from './import.ts'
import { resultsCommand } from './results.ts'
import { surveysClose, surveysCreate, surveysList, surveysOpen, surveysShow } from './surveys.ts'

/** Commands for files, which need no server. */
export const FILE_COMMANDS: readonly Command[] = [importCommand]

/** Commands for any server, which need an API token and no installation. */
export const REMOTE_COMMANDS: readonly Command[] = [
  surveysList,
  surveysCreate,
  surveysShow,
  surveysClose,
  surveysOpen,
  resultsCommand,
  diffCommand,
  applyCommand,
]
