/** The fields of a survey that can be changed through the API, through tools, and in its dashboard or by its owner. */
export const API_FIELDS = ['status', 'theme', 'questions', 'archived'] as const
export const TOOL_FIELDS = [...API_FIELDS, 'expires_at'] as const
const SETTING_FIELDS = [
  'opens_at',
  'response_limit',
  'share_results',
  'results_revealed',
  'shared_device',
  'share_record',
  'paced',
  'revealed_at_once',
  'language',
  'question_settings',
  'texts',
  'groups',
] as const
export const ALL_FIELDS = [...TOOL_FIELDS, ...SETTING_FIELDS] as const
export type SurveyField = (typeof ALL_FIELDS)[number]
