import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Result } from '../../../src/domain/tally.ts'
import type { Desk } from '../desk.ts'
import './answers.css'
import { Empty } from './empty.tsx'
import { Exports } from './exports.tsx'
import { Found } from './found.tsx'
import { Fresh, More } from './more.tsx'
import { type Asked, Reading } from './reading.ts'
import { Rows } from './rows.tsx'
import { QuestionSelect, SearchField, type Way, WaySwitch } from './search.tsx'

/** The single responses, newest first: read by person or by question, searched, removed, and taken along as files. */
export function Answers({ desk }: { readonly desk: Desk }) {
  const reading = useMemo(() => new Reading(desk), [desk])
  const { results, response_count: count } = desk.survey.value
  const questions = useQuestions(results)
  const texts = questions.filter(({ type }) => type === 'free_text')
  const way = useSignal<Way>('person')
  const chosen = useSignal(0)
  const typed = useSignal('')
  const question = way.value === 'person' ? undefined : (texts.find(is => is.index === chosen.value) ?? texts[0])
  const sought = texts.length === 0 ? '' : typed.value
  useAsking(reading, { text: sought, question: question?.index })
  useArrivals(reading, count)
  const isEmpty = count === 0 && reading.rows.value.length === 0
  return (
    <>
      <h2 id="answers-title" class={isEmpty ? undefined : 'visually-hidden'} tabIndex={-1}>
        {isEmpty ? 'No answers yet' : 'Answers'}
      </h2>
      {isEmpty ? (
        <Empty desk={desk} />
      ) : (
        <>
          <div class="row tools">
            {texts.length > 0 && <WaySwitch way={way} />}
            <Exports desk={desk} />
          </div>
          {texts.length > 0 && (
            <div class="asking">
              {question !== undefined && <QuestionSelect texts={texts} question={question} chosen={chosen} />}
              <SearchField typed={typed} />
            </div>
          )}
          <Found
            reading={reading}
            sought={sought}
            answered={question && results[question.index]?.answered}
            count={count}
          />
          <Fresh reading={reading} />
          <Rows reading={reading} questions={questions} question={question} sought={sought} />
          <More reading={reading} />
        </>
      )}
    </>
  )
}

/** The questions, as one and the same list until somebody edits it, whatever their counts. What was answered never moves. */
function useQuestions(results: readonly Result[]): readonly Result[] {
  const wording = JSON.stringify(results.map(({ type, text }) => [type, text]))
  return useMemo(() => results, [wording])
}

function useAsking(reading: Reading, asked: Asked): void {
  useEffect(() => {
    reading.ask(asked)
  }, [reading, asked.text, asked.question])
  useEffect(() => () => reading.end(), [reading])
}

function useArrivals(reading: Reading, count: number): void {
  const counted = useRef(count)
  useEffect(() => {
    if (count !== counted.current) reading.look()
    counted.current = count
  }, [reading, count])
}
