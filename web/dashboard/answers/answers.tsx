import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
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
  const texts = results.filter(({ type }) => type === 'free_text')
  const way = useSignal<Way>('person')
  const chosen = useSignal(0)
  const typed = useSignal('')
  const question = way.value === 'person' ? undefined : (texts.find(is => is.index === chosen.value) ?? texts[0])
  const sought = texts.length === 0 ? '' : typed.value
  useReading(reading, desk, { text: sought, question: question?.index })
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
          <Found reading={reading} sought={sought} question={question} count={count} />
          <Fresh reading={reading} />
          <Rows reading={reading} results={results} question={question} sought={sought} />
          <More reading={reading} />
        </>
      )}
    </>
  )
}

/** Reads what is asked for, again when the questions change, since answers stand in their order; and hears of new ones. */
function useReading(reading: Reading, desk: Desk, asked: Asked): void {
  const { results, response_count: count } = desk.survey.value
  const questions = JSON.stringify(results.map(({ type, text }) => [type, text]))
  const counted = useRef(count)
  useEffect(() => () => reading.end(), [reading])
  useEffect(() => {
    reading.ask(asked)
  }, [asked.text, asked.question, questions])
  useEffect(() => {
    if (count !== counted.current) reading.look()
    counted.current = count
  }, [count])
}
