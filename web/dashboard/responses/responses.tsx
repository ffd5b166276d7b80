import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Result } from '../../../src/domain/results/tally.ts'
import { NoResponses } from '../no-responses.tsx'
import { PickButton, useProjectedTexts } from '../pick-button.tsx'
import type { SurveyModel } from '../survey-model.ts'
import './responses.css'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { ExportMenu } from './export-menu.tsx'
import { LoadMore, NewResponses } from './pagination.tsx'
import { type ResponseFilter, ResponseList } from './response-list.ts'
import { ResponseRows } from './response-rows.tsx'
import { QuestionSelect, SearchField, type ViewMode, ViewModeSwitch } from './search-form.tsx'
import { PrintedRows, SearchStatus } from './search-status.tsx'

/** The responses, newest first: by person or by question, with search, deletion and export. */
export function Responses({ model }: { readonly model: SurveyModel }) {
  const list = useMemo(() => new ResponseList(model), [model])
  const projectedTexts = useProjectedTexts(model)
  const { results, response_count: count } = model.survey.value
  const questions = useQuestions(results)
  const texts = questions.filter(({ type }) => type === 'free_text')
  const mode = useSignal<ViewMode>('response')
  const chosenIndex = useSignal(0)
  const typed = useSignal('')
  const question =
    mode.value === 'response' ? undefined : (texts.find(is => is.index === chosenIndex.value) ?? texts[0])
  const searchText = texts.length === 0 ? '' : typed.value
  useFilter(list, { text: searchText, question: question?.index })
  useArrivals(list, count)
  const counted = { list, searchText, answered: question && results[question.index]?.answered, count }
  const isEmpty = count === 0 && list.rows.value.length === 0
  return (
    <>
      <h2 id="responses-title" class="visually-hidden" tabIndex={-1}>
        {dashboardTexts.responses.title}
      </h2>
      {isEmpty ? (
        <>
          <NoResponses model={model} />
          {results.some(({ board }) => board !== undefined) && <ExportMenu model={model} />}
        </>
      ) : (
        <>
          <div class="row tools">
            {texts.length > 0 && <ViewModeSwitch mode={mode} />}
            <ExportMenu model={model} />
          </div>
          {texts.length > 0 && (
            <div class="asking">
              {question !== undefined && (
                <QuestionSelect
                  texts={texts}
                  question={question}
                  chosenIndex={chosenIndex}
                  lang={model.textLanguage.value.lang}
                />
              )}
              <SearchField typed={typed} />
            </div>
          )}
          <SearchStatus {...counted} />
          <PrintedRows {...counted} />
          <NewResponses list={list} />
          <ResponseRows
            list={list}
            questions={questions}
            question={question}
            searchText={searchText}
            language={model.textLanguage.value}
            renderPick={({ index }, { id }) => (
              <PickButton
                model={model}
                projectedTexts={projectedTexts}
                index={index}
                id={id}
                describedBy={`at-${id}`}
              />
            )}
          />
          <LoadMore list={list} />
        </>
      )}
    </>
  )
}

/** The same array until the questions are edited, so that new counts do not render every row again. */
function useQuestions(results: readonly Result[]): readonly Result[] {
  const wording = JSON.stringify(results.map(({ type, text }) => [type, text]))
  return useMemo(() => results, [wording])
}

function useFilter(list: ResponseList, filter: ResponseFilter): void {
  useEffect(() => {
    list.setFilter(filter)
  }, [list, filter.text, filter.question])
  useEffect(() => () => list.dispose(), [list])
}

function useArrivals(list: ResponseList, count: number): void {
  const counted = useRef(count)
  useEffect(() => {
    if (count !== counted.current) list.checkForNew()
    counted.current = count
  }, [list, count])
}
