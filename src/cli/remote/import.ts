import type { Finding } from '../../domain/surveys/import/finding.ts'
import { READ_FORMATS } from '../../domain/surveys/import/format.ts'
import { read } from '../../domain/surveys/import/read.ts'
import { MAX_IMPORT_BYTES } from '../../domain/surveys/limits.ts'
import { parseQuestions } from '../../domain/surveys/question.ts'
import type { Json, JsonObject } from '../../domain/values/json.ts'
import { refusalOf } from '../../domain/values/refusal.ts'
import { type Command, EXIT, StatusError, UsageError } from '../command.ts'
import { readTextOrOfficeFile } from './file-text.ts'
import { formatFields } from './survey-file.ts'

const LINE_LENGTH = 100

/** Names, as many in a line as fit. */
function inLines(names: readonly string[]): string {
  const lines = ['']
  for (const name of names) {
    const line = lines.at(-1) ?? ''
    if (line.length + name.length > LINE_LENGTH) lines.push(name)
    else lines[lines.length - 1] = line === '' ? name : `${line}, ${name}`
  }
  return lines.join(',\n')
}

const OUTCOMES = { kept: 'note', left_out: 'left out', unsure: 'unsure' } as const

export const importCommand: Command = {
  name: ['import'],
  usage: 'import FILE [--format FORMAT]',
  summary: 'Make a survey file from a text, a web page or data that has a survey in it.',
  details: `FORMAT, which is found from the file if it is missing, is one of
${inLines(READ_FORMATS)}
It reads lists of assistants, mails, documents and sheets as they are copied, survey files, and files of other tools. The survey goes to
standard output as YAML, what became of doubtful lines to standard error. No server is asked, and none is needed.
Exit status: 0 if every line became what it says, 2 with findings, 3 if no question was found.`,
  example: 'import questions.txt > survey.yaml',
  options: { format: { type: 'string' } },
  positionals: ['FILE'],
  run: async ({ positionals: [file = ''], values, terminal }) => {
    const format = READ_FORMATS.find(one => one === values.format)
    if (values.format !== undefined && format === undefined)
      throw new UsageError(`--format must be one of ${READ_FORMATS.join(', ')}`)
    const text = await readTextOrOfficeFile(file, MAX_IMPORT_BYTES)
    const { parseSurveyData: parse } = await import('../../survey-source/survey-data.ts')
    const reading = read(text, { parse, ...(format !== undefined && { format }) })
    const { title, questions, questionSettings, groups, texts, settings, findings } = reading
    const lines = findings.map(one => `${file}:${described(one)}`)
    if (questions.length === 0) throw new StatusError(EXIT.refused, [...lines, `${file}: no question found`].join('\n'))
    const refusal = refusalOf(() => parseQuestions([...questions]))
    if (refusal !== undefined) throw new StatusError(EXIT.refused, [...lines, `${file}: ${refusal.message}`].join('\n'))
    const beside = questionSettings.length > 0 && { question_settings: questionSettings as object as Json }
    const around = Object.keys(texts).length > 0 && { texts: { ...texts } }
    const asOne = groups.length > 0 && { groups: groups as readonly object[] as Json }
    const survey: JsonObject = { title: title ?? '', ...settings, ...around, questions, ...beside, ...asOne }
    if (title === undefined) lines.push(`${file}: there is no title; write one behind "title:"`)
    if (lines.length > 0) terminal.say(`${lines.join('\n')}\n`)
    const status = lines.length > 0 ? EXIT.different : EXIT.success
    return { data: { survey, findings }, text: (await formatFields(survey)).trimEnd(), status }
  },
}

/** A finding in a line, in the format of compiler messages. */
function described({ place, lastLine, read: what, outcome, message }: Finding): string {
  const lines = lastLine === place.line ? '' : ` (to line ${lastLine})`
  const said = message.startsWith('left out') ? message : `${OUTCOMES[outcome]}: ${message}`
  return `${place.line}:${place.column}: ${JSON.stringify(what)}${lines} ${said}`
}
