import type { PRESETS } from '../../../src/domain/surveys/survey-settings/theme.ts'
import { paceWords } from './pace.ts'
import { questionWords } from './questions.ts'
import { sharedEn } from './shared.ts'
import { sharedDeviceWords } from './shared-device.ts'
import { sharingWords } from './sharing.ts'

const THEMES: Readonly<Record<(typeof PRESETS)[number], string>> = {
  default: 'Classic',
  sunset: 'Sunset',
  ocean: 'Ocean',
  forest: 'Forest',
  rose: 'Rose',
  slate: 'Slate',
}

export const en = {
  ...sharedEn,

  questions: questionWords(sharedEn.format),

  /** Of a survey, on its dashboard and in the builder. */
  settings: {
    theme: 'Theme',
    themes: THEMES,
    customColours: 'Custom',
    primary: 'Main colour',
    background: 'Background colour',
    pick: (label: string) => `Pick a colour: ${label.toLowerCase()}`,
    coloursHelp: 'Text, lines and bars are derived from these two colours so that everything stays readable.',
    colourError: 'Enter # and six hexadecimal digits, for example #23458f.',
    timeZone: (zone: string) => `In your time zone, ${zone}.`,
    clockChange: {
      skipped: (meant: string) => `The clocks skip this time on that day. It becomes ${meant}.`,
      repeated: (meant: string) => `The clocks show this time twice on that day. The first is meant: ${meant}.`,
    },
    sharing: sharingWords,
    sharedDevice: sharedDeviceWords,
    pace: paceWords,
  },
}
