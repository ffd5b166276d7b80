import { Type } from 'typebox'
import { recordMarkdown } from '../domain/results/record/record-markdown.ts'
import type { Records } from '../service/results/records.ts'
import type { Surveys } from '../service/surveys/surveys.ts'
import { namedSurvey } from './named-survey.ts'
import { id } from './schemas.ts'
import { READ_HINTS, type Tool } from './tool.ts'
import { markUntrusted, UNTRUSTED } from './untrusted.ts'

export interface RecordToolParts {
  readonly surveys: Surveys
  readonly records: Records
}

/** The tool that reads the record of a session. Nothing steers the room. */
export function readRecord({ surveys, records }: RecordToolParts): Tool {
  return {
    name: 'read_record',
    title: 'Read the record',
    description: `What a room was asked and said, as Markdown. ${UNTRUSTED}`,
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({ id }),
    output: Type.Object({ untrusted_record: Type.String() }),
    run: async call => {
      const markdown = recordMarkdown(await records.read(await namedSurvey(surveys, call)))
      return { data: { untrusted_record: markdown }, text: markUntrusted('The record.', [markdown]) }
    },
  }
}
