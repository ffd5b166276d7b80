/** What writes its files as text. */
const TEXT_TOOLS = ['limesurvey', 'particify', 'xlsform', 'kahoot', 'gift', 'aiken', 'slido', 'mentimeter'] as const
export type TextTool = (typeof TEXT_TOOLS)[number]

/** The tools whose files are read. A file of Microsoft Forms is a document, which is read as a text. */
export const TOOL_NAMES = [
  'google-forms',
  'microsoft-forms',
  'typeform',
  'surveymonkey',
  'qualtrics',
  'surveyjs',
  'formbricks',
  'opnform',
  'nextcloud-forms',
  'moodle',
  'arsnova',
  ...TEXT_TOOLS,
] as const
export type ToolName = (typeof TOOL_NAMES)[number]

export function isTextTool(name: ToolName): name is TextTool {
  return TEXT_TOOLS.some(one => one === name)
}
