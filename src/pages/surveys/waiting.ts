import { isolated } from '../../domain/values/text.ts'
import type { FramedPage } from '../../html/frame.ts'
import { NOT_FOR_SEARCH } from '../../html/frame.ts'
import { html } from '../../html/html.ts'
import type { PublicSurvey } from '../../service/responses/responses.ts'
import { formatTimestamp } from '../../service/timestamp.ts'
import { page, type Reader, readerOfTexts, type Site } from '../page.ts'

/** After how many seconds a page without a script is loaded again, so that it gets to the questions. */
const RELOAD_SECONDS = 60

/** English dates begin with the day on all of our pages. */
const LOCALES: Partial<Record<Reader['language'], string>> = { en: 'en-GB' }

const PARTS = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const

/** The page of a survey that opens at a time. It says nothing of what will be asked, and the script has it follow when the survey opens. */
export function waitingPage(
  { survey, questions }: PublicSurvey,
  opensAt: number,
  anyone: Reader,
  { baseUrl, waitingScript }: Site,
): FramedPage {
  const reader = readerOfTexts(anyone, survey, questions)
  const { words, language, ours } = reader
  const { title, text } = words.notOpenYet
  const time = new Intl.DateTimeFormat(LOCALES[language] ?? language, PARTS).format(opensAt)
  const [before, after] = text.split('{time}')
  return page({
    reader,
    title: `${title}: ${isolated(survey.title)}`,
    theme: survey.theme,
    head: html`${NOT_FOR_SEARCH}<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
`,
    lastScript: waitingScript,
    surveyUrl: `${baseUrl}/s/${survey.slug}`,
    content: html`<h1 dir="auto">${survey.title}</h1>
<p class="notice"${ours} data-slug="${survey.slug}" data-revision="${survey.revision}"><span>${before}<time datetime="${formatTimestamp(opensAt)}">${time}</time>${after}</span></p>`,
  })
}
