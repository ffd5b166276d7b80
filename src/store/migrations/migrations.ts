import { initial } from './0001-initial.ts'
import { refusedRecipients } from './0002-refused-recipients.ts'
import { lastBackup } from './0003-last-backup.ts'
import { shownCounts } from './0004-shown-counts.ts'
import { sharedDevice } from './0005-shared-device.ts'
import { foldedSlugs } from './0006-folded-slugs.ts'
import { surveyLanguage } from './0007-survey-language.ts'
import { presentation } from './0008-presentation.ts'
import { restorations } from './0009-restorations.ts'
import { editHistory } from './0010-edit-history.ts'
import { paced } from './0011-paced.ts'
import { questionSettings } from './0012-question-settings.ts'
import { sessionRecord } from './0013-session-record.ts'
import { remoteLink } from './0014-remote-link.ts'
import { countQuestionSettings } from './0015-count-question-settings.ts'
import { surveyTexts } from './0016-survey-texts.ts'
import { responseLimit } from './0017-response-limit.ts'
import { groups } from './0018-groups.ts'
import { opening } from './0019-opening.ts'
import { revealedAtOnce } from './0020-revealed-at-once.ts'
import type { Migration } from './migration.ts'

/** In order. The number of a migration is its position in this list, from 1. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  refusedRecipients,
  lastBackup,
  shownCounts,
  sharedDevice,
  foldedSlugs,
  surveyLanguage,
  presentation,
  restorations,
  editHistory,
  paced,
  questionSettings,
  sessionRecord,
  remoteLink,
  countQuestionSettings,
  surveyTexts,
  responseLimit,
  groups,
  opening,
  revealedAtOnce,
]
