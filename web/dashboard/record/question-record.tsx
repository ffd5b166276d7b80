import { type RecordedQuestion, roundBefore, type SurveyRecord } from '../../../src/domain/results/record/record.ts'
import { presentedText } from '../../../src/domain/results/record/record-markdown.ts'
import {
  ENGLISH_RECORD,
  notesOf,
  type SentencePart,
  sentenceOf,
} from '../../../src/domain/results/record/record-sentence.ts'
import { isRight } from '../../../src/domain/results/right-answers.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { FirstRoundKey } from '../../ui/charts/first-round-key.tsx'
import { Histogram } from '../../ui/charts/histogram.tsx'
import { OURS } from '../../ui/our-words.ts'
import { recordTexts as texts } from '../../words/record-words.ts'

interface Props {
  readonly question: RecordedQuestion
  readonly record: SurveyRecord
}

interface NumberedProps extends Props {
  readonly number: number
}

/** A question, what it has shown in one sentence, and its numbers and texts. */
export function QuestionRecord({ question, number, record }: NumberedProps) {
  const { text, round_of: first } = question
  const presented = presentedText(question)
  return (
    <li>
      <h2>
        <span class="ordinal" {...OURS}>
          {first === undefined ? number : texts.secondRound}
        </span>{' '}
        <span dir="auto">{text}</span>
      </h2>
      <p class="sentence" {...OURS}>
        <Sentence parts={sentenceOf(question, ENGLISH_RECORD, OURS.lang)} />
      </p>
      {notesOf(question, record, ENGLISH_RECORD, OURS.lang).map((note, at) => (
        <p key={at} class="record-note" {...OURS}>
          <Sentence parts={note} />
        </p>
      ))}
      <Chart question={question} record={record} />
      <Texts question={question} />
      {question.board !== undefined && <Board board={question.board} />}
      {presented !== '' && (
        <p class="muted presented" {...OURS}>
          {presented}
        </p>
      )}
    </li>
  )
}

function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return <>{parts.map(part => (typeof part === 'string' ? part : <bdi key={part.option}>{part.option}</bdi>))}</>
}

/** A second round has the first in the same chart. */
function Chart({ question, record }: Props) {
  const { text, answered, tally, distribution, mean = null, right, scale_words: scaleWords } = question
  const before = roundBefore(question, record)
  if (!answered || (tally ?? distribution) === undefined) return null
  const rows = tally?.map(({ option: label, count }, at) => {
    return { label, count, before: before?.shares[at], isRight: right && isRight(right, at) }
  })
  return (
    <>
      {before && <FirstRoundKey />}
      {rows && <Bars caption={text} rows={rows} total={answered} />}
      {distribution && (
        <Histogram
          caption={text}
          distribution={distribution}
          mean={mean}
          before={before}
          right={right}
          scaleWords={scaleWords}
        />
      )}
    </>
  )
}

function Texts({ question: { words = [], texts: picked = [] } }: Pick<Props, 'question'>) {
  return (
    <>
      {words.length > 0 && (
        <>
          <h3 {...OURS}>{texts.words}</h3>
          <ul class="record-words">
            {words.map(({ word, people }) => (
              <li key={word}>
                <bdi>{word}</bdi> <span class="muted">{texts.people(people)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {picked.length > 0 && (
        <>
          <h3 {...OURS}>{texts.texts}</h3>
          <ul class="record-texts">
            {picked.map((text, at) => (
              <li key={at}>
                <blockquote dir="auto">{text}</blockquote>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Board({
  board: { answered, open, left_out: left },
}: {
  readonly board: NonNullable<RecordedQuestion['board']>
}) {
  return (
    <>
      <Asked name={texts.answered} items={answered} />
      <Asked name={texts.openQuestions} items={open} />
      {left > 0 && (
        <p class="muted" {...OURS}>
          {texts.more(left)}
        </p>
      )}
    </>
  )
}

interface AskedProps {
  readonly name: string
  readonly items: NonNullable<RecordedQuestion['board']>['open']
}

function Asked({ name, items }: AskedProps) {
  if (items.length === 0) return null
  return (
    <>
      <h3 {...OURS}>{name}</h3>
      <ul class="record-asked">
        {items.map(({ text, votes }, at) => (
          <li key={at}>
            <span class="votes muted" {...OURS}>
              {texts.votes(votes)}
            </span>
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
