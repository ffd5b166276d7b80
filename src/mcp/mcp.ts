import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Me } from '../api/contract.ts'
import { SurveySerializer } from '../api/serialize.ts'
import type { Authentication } from '../service/access/authentication.ts'
import type { Boards } from '../service/boards/boards.ts'
import type { SurveyCreation } from '../service/surveys/survey-creation.ts'
import type { Templates } from '../service/surveys/templates.ts'
import { readTextAnswers } from './answer-tools.ts'
import { boardTools } from './board-tools.ts'
import { type ComparisonToolParts, compareGroups } from './comparison-tool.ts'
import { deleteSurvey } from './deletion-tool.ts'
import { endpoint } from './endpoint.ts'
import { type ExportToolParts, exportResponses } from './export-tool.ts'
import { type RecordToolParts, readRecord } from './record-tool.ts'
import { readResponses } from './response-tools.ts'
import { RESULTS_FILE } from './results-app.ts'
import { surveyTools } from './survey-tools.ts'
import { templateTools } from './template-tools.ts'
import { READ_HINTS, type Tool } from './tool.ts'
import { type WaitingParts, waitForResponses } from './waiting.ts'

export interface McpParts extends WaitingParts, ComparisonToolParts, ExportToolParts, RecordToolParts {
  readonly authentication: Authentication
  readonly boards: Boards
  readonly surveyCreation: SurveyCreation
  readonly templates: Templates
  readonly baseUrl: string
  readonly log: FastifyBaseLogger
}

/** Tools for AI clients, through the Model Context Protocol. */
export function mcp(parts: McpParts): (app: FastifyInstance) => Promise<void> {
  const stopping = new AbortController()
  const tools = toolsOf(parts, stopping.signal)
  const serve = endpoint({
    ...parts,
    answer: async (request, body, admitted) => {
      // Loaded with the first request, because the library would take an eighth of every start.
      const { handleRequest } = await import('./server.ts')
      return handleRequest(request, body, { admitted, tools, appFile: RESULTS_FILE, log: parts.log })
    },
  })
  return async app => {
    app.addHook('preClose', async () => stopping.abort())
    await serve(app)
  }
}

function toolsOf(parts: McpParts, stopping: AbortSignal): readonly Tool[] {
  const all = { ...parts, serializer: new SurveySerializer(parts.baseUrl) }
  return [
    whoami,
    ...surveyTools(all),
    readTextAnswers(all),
    readResponses(all),
    compareGroups(all),
    readRecord(all),
    exportResponses(all),
    ...boardTools(all),
    waitForResponses(all, stopping),
    ...templateTools(all),
    deleteSurvey(all),
  ]
}

const whoami: Tool = {
  name: 'whoami',
  title: 'Check the connection',
  description: 'Whose account this is, what this connection may do, and how many calls it has left this hour.',
  scope: 'either',
  hints: READ_HINTS,
  input: Type.Object({}),
  output: Type.Object({ ...Me.properties, calls_left: Type.Integer({ description: 'This hour.' }) }),
  run: async ({ caller: { accountId, scope, tokenKind, callsLeft } }) => ({
    data: { user_id: accountId, scope, kind: tokenKind, calls_left: callsLeft },
    text: `Account ${accountId}. Allowed: ${scope}. Calls left this hour: ${callsLeft}.`,
  }),
}
