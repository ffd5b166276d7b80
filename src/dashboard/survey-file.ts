import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SurveySerializer } from '../api/serialize.ts'
import { settingsMember } from '../domain/moving/survey-file.ts'
import { writeJson } from '../domain/values/json-text.ts'
import type { SurveyEditor } from '../service/access/principal.ts'
import type { Boards } from '../service/boards/boards.ts'
import type { ReceivedResponses, Response } from '../service/responses/received-responses.ts'
import type { Presentations } from '../service/results/presentations.ts'
import type { Survey } from '../service/surveys/surveys.ts'
import { pagesToMinutes } from './arrival-times.ts'
import { boardsMember } from './exports/board-exports.ts'

export interface SurveyFileParts {
  readonly receivedResponses: ReceivedResponses
  readonly presentations: Pick<Presentations, 'sessionRecord'>
  readonly boards: Boards
  readonly clock: () => number
  readonly serializer: SurveySerializer
}

type Pages = AsyncIterable<readonly Response[]>

/**
 * A survey as one JSON text from which it can be restored: what the API returns, its boards and its settings.
 * @param timed replaces the responses' times by those that the reader may see
 */
export function surveyFile(parts: SurveyFileParts, timed: (pages: Pages) => Pages = pagesToMinutes) {
  const { receivedResponses, presentations, boards, clock, serializer } = parts
  return (editor: SurveyEditor, survey: Survey): AsyncGenerator<string> => {
    const more = inTurns(moreOf(survey, presentations, boardsMember(boards.exportPages(editor, survey))))
    return serializer.detail(survey, timed(receivedResponses.readAll(editor, survey)), clock(), more)
  }
}

async function* moreOf(
  survey: Survey,
  presentations: SurveyFileParts['presentations'],
  boards: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield* boards
  const session = await presentations.sessionRecord(survey)
  yield `,"settings":${writeJson(settingsMember({ ...survey, session }))}`
}

/**
 * A fast reader exerts no back-pressure, so without this yield a stream would block the event loop from start to end.
 */
export async function* inTurns(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of text) {
    yield part
    await nextTurn()
  }
}
