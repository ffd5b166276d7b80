import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SurveySerializer } from '../api/serialize.ts'
import { writeJson } from '../domain/json-text.ts'
import { settingsMember } from '../domain/survey-file.ts'
import type { Boards } from '../service/boards.ts'
import type { SurveyEditor } from '../service/principal.ts'
import type { Response, Survey, Surveys } from '../service/surveys.ts'
import { pagesToMinutes } from './arrival-times.ts'
import { boardsMember } from './board-exports.ts'

export interface SurveyFileParts {
  readonly surveys: Surveys
  readonly boards: Boards
  readonly clock: () => number
  readonly serializer: SurveySerializer
}

type Pages = AsyncIterable<readonly Response[]>

/**
 * A survey as one JSON text from which it can be restored: what the API returns, its boards and its settings.
 * @param timed gives its responses the times that the reader may see
 */
export function surveyFile(parts: SurveyFileParts, timed: (pages: Pages) => Pages = pagesToMinutes) {
  const { surveys, boards, clock, serializer } = parts
  return (editor: SurveyEditor, survey: Survey): AsyncGenerator<string> => {
    const more = inTurns(moreOf(survey, boardsMember(boards.exportPages(editor, survey))))
    return serializer.detail(survey, timed(surveys.responses(editor, survey)), clock(), more)
  }
}

async function* moreOf(survey: Survey, boards: AsyncIterable<string>): AsyncGenerator<string> {
  yield* boards
  yield `,"settings":${writeJson(settingsMember(survey))}`
}

/** A fast reader exerts no back-pressure, so without this yield a stream would block the event loop for its whole length. */
export async function* inTurns(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of text) {
    yield part
    await nextTurn()
  }
}
