import { dashboardWords } from './en/dashboard.ts'
import { words } from './words.ts'

/** The texts of a survey's dashboard, which other pages do not load. */
export const dashboardTexts = dashboardWords(words.format)
