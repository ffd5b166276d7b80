import { listingOf } from '../../domain/results/listed-options.ts'
import { type RecordedQuestion, roundBefore, type SurveyRecord } from '../../domain/results/record/record.ts'
import { notesOf, type SentencePart, sentenceOf } from '../../domain/results/record/record-sentence.ts'
import { type RecordedOne, recordedOnes } from '../../domain/results/record/recorded-groups.ts'
import { isRecordShared } from '../../domain/results/record/share-record.ts'
import { type SharedResult, sharedResults } from '../../domain/results/sharing.ts'
import { PAGE_BYTES } from '../../domain/surveys/limits.ts'
import { isolated } from '../../domain/values/text.ts'
import { type FramedPage, NOT_FOR_SEARCH } from '../../html/frame.ts'
import { content, type Html, html } from '../../html/html.ts'
import { type Cache, RevisionCache } from '../../service/cache.ts'
import { checkFound } from '../../service/not-found.ts'
import type { PublicSurvey } from '../../service/responses/responses.ts'
import type { Records } from '../../service/results/records.ts'
import type { NextSlice } from '../../transport/pace.ts'
import { type Document, documentOf, sizeOf } from '../boards/board-documents.ts'
import { LONG_PAGE, page, promise, type Reader, readerOfTexts, type Site, turns } from '../page.ts'
import { GROUP_RESULTS_STYLE, groupChart, groupTitle } from './group-section.ts'
import { outlineKey, RESULTS_STYLE, resultChart } from './results-section.ts'

/** How long a rendered record is sent again, in milliseconds: a whole room opens it at the same moment. */
const RECORD_AGE_MS = 1_000
/** Of a page around the questions, at most. */
const FRAME_BYTES = 60_000

type RecordSite = Pick<Site, 'baseUrl' | 'nextSlice'>

/** Shared records by survey and language. */
export class RecordPages {
  readonly #records: Records
  readonly #site: RecordSite
  readonly #pages: RevisionCache<Document>

  constructor(records: Records, site: RecordSite, cache: Cache) {
    this.#records = records
    this.#site = site
    this.#pages = new RevisionCache(cache, 'record')
  }

  /** @throws Refusal `not found` if the record is not shared */
  async find(found: PublicSurvey, reader: Reader): Promise<Document> {
    const { survey } = found
    checkFound(isRecordShared(survey))
    const revision = `${survey.revision} ${Math.floor(performance.now() / RECORD_AGE_MS)}`
    // Reading the embedded database gives nobody else a turn.
    const turn = survey.questions.length > LONG_PAGE ? this.#site.nextSlice : () => undefined
    const make = async () => {
      await turn()
      const record = await this.#records.readShared(survey.slug)
      await turn()
      const rendered = await recordPage(found, record, reader, this.#site)
      await turn()
      return documentOf(rendered)
    }
    return this.#pages.findOrMake(`${survey.slug} ${reader.language}`, revision, make, sizeOf)
  }
}

/** What the room was asked and what it said, for everybody who has the link. It needs no script. */
async function recordPage(
  { survey, questions }: PublicSurvey,
  record: SurveyRecord,
  anyone: Reader,
  { baseUrl, nextSlice }: RecordSite,
): Promise<FramedPage> {
  const reader = readerOfTexts(anyone, survey, questions)
  const { words, ours, language } = reader
  const { sections, left } = await sectionsOf(record, reader, nextSlice)
  return page({
    reader,
    title: `${words.record.title}: ${isolated(survey.title)}`,
    theme: survey.theme,
    surveyUrl: `${baseUrl}/s/${survey.slug}`,
    head: NOT_FOR_SEARCH,
    style: html`${RESULTS_STYLE}${record.groups !== undefined && GROUP_RESULTS_STYLE}${RECORD_STYLE}`,
    content: html`<h1 dir="auto">${survey.title}</h1>
<p class="figures"${ours}>${figuresOf(record, reader)}</p>
<p class="muted"${ours}>${words.record.about}</p>
${sections}${left > 0 && html`<p class="muted"${ours}>${words.record.more.replace('{n}', left.toLocaleString(language))}</p>`}<p class="muted"${ours}>${words.results.steps}</p>
${promise(reader)}`,
  })
}

/** As many sections as a page has room for, rendered in slices, and how many questions are left out. */
async function sectionsOf(record: SurveyRecord, reader: Reader, nextSlice: NextSlice) {
  const { options: most, isWhole } = listingOf(record.questions.map(sharedQuestion))
  const { groups: _, ...ungrouped } = record
  const ones = recordedOnes(isWhole ? record : ungrouped)
  const sections: Html[] = []
  const after = turns(nextSlice)
  let room = PAGE_BYTES - FRAME_BYTES
  for (const [at, one] of ones.entries()) {
    const section = oneSection(one, record, reader, most)
    const bytes = Buffer.byteLength(String(section))
    if (bytes > room) return { sections, left: ones.length - at }
    sections.push(section)
    room -= bytes
    await after(bytes)
  }
  return { sections, left: 0 }
}

function figuresOf({ session, responses }: SurveyRecord, { language, words }: Reader): string {
  const number = (n: number) => n.toLocaleString(language)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return [
    session === null
      ? []
      : words.record.when
          .replace('{date}', date.format(new Date(session.began_at)))
          .replace('{n}', number(session.minutes)),
    responses === null ? [] : words.results.texts.responses.replace('{n}', number(responses)),
  ]
    .flat()
    .join(' · ')
}

function oneSection(
  { group, questions, number, section }: RecordedOne,
  record: SurveyRecord,
  reader: Reader,
  most: number,
): Html {
  const title = section && html`<h2 class="section" dir="auto">${content(section.title)}</h2>`
  const [first] = questions
  if (group === undefined) return html`${title}${questionSection(first, { number, most }, record, reader)}`
  const [one, ...others] = questions.map(sharedQuestion)
  if (one === undefined) return html``
  const { asked = null, chosen } = first
  const shown = { group, questions: [one, ...others] as const, asked, chosen }
  const { note, chart } = groupChart(shown, true, reader)
  return html`${title}<section class="result record">
<h2 id="r${first.index}"><span${reader.ours}>${number.toLocaleString(reader.language)}</span> <span dir="auto">${content(groupTitle(shown))}</span></h2>
<p class="note"${reader.ours}>${note}</p>
${chart}${presented(first, reader)}</section>
`
}

/** With its options, also where their counts are not shared. */
function sharedQuestion({ index, type, text, answered, tally = [], options }: RecordedQuestion): SharedResult {
  const counts = answered === null ? null : { counts: tally.map(({ count }) => count) }
  return { index, type, text, labels: options ?? tally.map(({ option }) => option), counts }
}

interface Listed {
  readonly number: number
  /** How many options are listed, at most. */
  readonly most: number
}

function questionSection(
  question: RecordedQuestion,
  { number, most }: Listed,
  record: SurveyRecord,
  reader: Reader,
): Html {
  const { language, words, ours } = reader
  const { index, text, round_of: first } = question
  const notes = notesOf(question, record, words.record, language)
  return html`<section class="result record" data-type="${question.type}">
<h2 id="r${index}"><span${ours}>${first === undefined ? number.toLocaleString(language) : words.record.secondRound}</span> <span dir="auto">${content(text)}</span></h2>
<p class="sentence"${ours}>${sentence(sentenceOf(question, words.record, language))}</p>
${notes.map(note => html`<p class="change"${ours}>${sentence(note)}</p>`)}${chart(question, record, reader, most)}${texts(question, reader)}${board(question, reader)}${presented(question, reader)}</section>
`
}

function sentence(parts: readonly SentencePart[]): readonly (string | Html)[] {
  return parts.map(part => (typeof part === 'string' ? part : html`<bdi>${content(part.option)}</bdi>`))
}

function chart(question: RecordedQuestion, record: SurveyRecord, reader: Reader, most: number): Html | false {
  const { index, type, text, answered, tally, distribution, mean = null, right, scale_words } = question
  if (!answered) return false
  const counts = { ...(tally && { tally }), ...(distribution && { distribution, mean }) }
  const [shown] = sharedResults([{ index, type, text, answered, ...counts }], true)
  const before = roundBefore(question, record)?.shares
  if (shown === undefined) return false
  const marked = { ...shown, ...(right && { right }), ...(scale_words && { scale_words }) }
  return html`${before && outlineKey(reader)}${resultChart(marked, reader, most, before)}`
}

function texts({ words: used = [], texts: picked = [] }: RecordedQuestion, { language, words, ours }: Reader): Html {
  const { record } = words
  return html`${
    used.length > 0 &&
    html`<h3${ours}>${record.words}</h3>
<ul class="used">${used.map(({ word, people }) => html`<li><bdi>${word}</bdi> ${people.toLocaleString(language)}</li>`)}</ul>
`
  }${
    picked.length > 0 &&
    html`<h3${ours}>${record.picked}</h3>
${picked.map(text => html`<blockquote dir="auto">${content(text)}</blockquote>`)}`
  }`
}

function board({ board }: RecordedQuestion, { language, words, ours }: Reader): Html | false {
  if (board === undefined) return false
  const { record } = words
  const list = (name: string, items: typeof board.open) =>
    items.length > 0 &&
    html`<h3${ours}>${name}</h3>
<ul class="asked">${items.map(({ text, votes }) => html`<li><span dir="auto">${content(text)}</span> <span class="muted"${ours}>${record.votes.replace('{n}', votes.toLocaleString(language))}</span></li>`)}</ul>
`
  const { answered, open, left_out: left } = board
  return html`${list(record.answered, answered)}${list(record.open, open)}${left > 0 && html`<p class="muted"${ours}>${record.more.replace('{n}', left.toLocaleString(language))}</p>`}`
}

function presented({ shown_after: shown, revealed_after: revealed }: RecordedQuestion, reader: Reader): Html | false {
  if (shown === null) return false
  const { language, words, ours } = reader
  const text = revealed === null ? words.record.presented : words.record.presentedRevealed
  const minute = (after: number) => (after + 1).toLocaleString(language)
  return html`<p class="note muted"${ours}>${text.replace('{shown}', minute(shown)).replace('{revealed}', minute(revealed ?? 0))}</p>`
}

/** More than thirty options, which go on on the next sheet, below the same headings. */
const LONGER_THAN_SHEET = html`.result:has(.bars tr:nth-child(31))`

const RECORD_STYLE = html`
.figures { margin: 8px 0; font-variant-numeric: tabular-nums }
.record h2 { margin: 0; color: var(--muted); font-size: 1rem; font-weight: 400 }
.record h2 > span:first-child { font-weight: 600 }
.record .sentence { margin: 4px 0 12px; font-size: 1.25rem; font-weight: 600; line-height: 1.3; text-wrap: pretty }
.record .sentence bdi { color: var(--accent) }
.record .change { margin: 0 0 8px }
.record + p { margin-top: 48px }
main > h2.section { margin: 56px 0 -16px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--accent); font-size: 1.25rem; break-after: avoid }
.record h3 { margin: 20px 0 8px; font-size: .8rem }
.record ul { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere }
.used { display: flex; flex-wrap: wrap; gap: 4px 20px; font-variant-numeric: tabular-nums }
.used bdi { font-weight: 600 }
.asked li { padding: 4px 0 }
.asked .muted { white-space: nowrap }
.record blockquote { margin: 0 0 8px; padding-inline-start: 12px; border-inline-start: 2px solid var(--line); overflow-wrap: anywhere }
.bars[data-rounds] .number + .number { width: 6.5rem }
.points { display: inline-block; min-width: 2.5em; font-weight: 600 }
.outline-key { margin: 0; font-size: .8rem }
.outline-key i { display: inline-block; width: 1.5em; height: .6em; margin-inline-end: .4em; border: 2px solid var(--text) }
svg rect.before { fill: none; stroke: var(--text); stroke-width: 2px; vector-effect: non-scaling-stroke }
.record svg:has(.before) { overflow: visible }
@media print { .record { margin-top: 28px } .bars tbody :is(th, td) { padding: 0 0 10px; line-height: 1.15 } .bars svg { bottom: 3px; height: 6px }
  .record :is(h2, .sentence, .change) { break-after: avoid }
  ${LONGER_THAN_SHEET} { break-inside: auto }
  ${LONGER_THAN_SHEET} thead.visually-hidden { position: static; overflow: visible; clip-path: none }
  ${LONGER_THAN_SHEET} thead th { padding-bottom: 6px; color: var(--muted) }
  ${LONGER_THAN_SHEET} thead th:not(:first-child) { text-align: end }
}
`
