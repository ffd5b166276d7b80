// Limits on surveys, templates and drafts, with their units. Section 5 of docs/api-contract.md lists those visible to
// callers.

export const SURVEYS_PER_ACCOUNT = 500
/**
 * Surveys that an account can create in a day, a fixed window. Only an account that deletes surveys reaches it. It
 * limits what is kept for ever about deleted surveys: a hash of each slug.
 */
export const SURVEYS_PER_DAY = 1_000
export const TEMPLATES_PER_ACCOUNT = 200
export const DRAFTS_PER_ACCOUNT = 100
/** Size of a draft in bytes. */
export const DRAFT_BYTES = 1_048_576
/** Questions in a survey or a template. A page renders all of them. */
export const MAX_QUESTIONS = 1_000
/** Options per question, and per survey. Each costs about 65 bytes of a page, and 115 of a list of results. */
export const MAX_OPTIONS = 1_000
export const MAX_SURVEY_OPTIONS = 20_000
/** Values in a survey's conditions: a few bytes of a page each, and a comparison for each submission. */
export const MAX_CONDITION_VALUES = 20_000
/** Bytes of the page on which respondents answer: `checkPageSize` reckons them. */
export const PAGE_BYTES = 2_000_000
/** UTF-16 code units of all texts and options of a survey together. */
export const SURVEY_TEXT_LENGTH = 300_000
/** UTF-16 code units of the questions and options that the rules of a page name; longer ones are cut. */
export const RULE_NAMES_LENGTH = 100_000
/** Unicode code points of a text below a rating's scale, and UTF-16 code units of all those of a survey together. */
export const SCALE_WORDS_LENGTH = 60
export const SURVEY_SCALE_WORDS_LENGTH = 20_000
/** Unicode code points of the description of a question, and UTF-16 code units of all those of a survey together. */
export const DESCRIPTION_LENGTH = 500
export const SURVEY_DESCRIPTIONS_LENGTH = 50_000
/** Unicode code points of what a survey says before its questions and after an answer. */
export const SURVEY_TEXT_LENGTHS = { introduction: 2_000, thanks: 1_000 }
/** Unicode code points of a group's title and of a section's text, and UTF-16 code units of all those of a survey together. */
export const GROUP_TITLE_LENGTH = 500
export const SECTION_TEXT_LENGTH = 2_000
export const SURVEY_GROUP_TEXTS_LENGTH = 50_000
/** Unicode code points in a survey's title or a template's name. */
export const TITLE_LENGTH = 200
export const CONDITIONS_PER_GROUP = 5
export const MIN_SLUG_LENGTH = 3
export const MAX_SLUG_LENGTH = 64
/** Bytes of a file from which a survey is read, and UTF-16 code units of a pasted text. */
export const MAX_IMPORT_BYTES = 5 * 1_048_576
/** Previews of drafts that wait for the one that is made. */
export const MAX_WAITING_PREVIEWS = 100
