import { useEffect, useRef } from 'preact/hooks'
import type { SurveyRow } from '../../../src/account/contract.ts'
import { copyLink } from '../../ui/clipboard.ts'
import { RequestError } from '../../ui/request.ts'
import { formatTime } from '../../ui/time.ts'
import { texts } from '../../words/app-words.ts'
import { words } from '../../words/words.ts'
import { useLoaded } from '../loaded.ts'
import { PageState } from '../page-state.tsx'
import { loadLists } from '../surveys/lists.ts'
import './published.css'

const { published } = texts

/** The link and QR code of a survey that has just been published, large enough to be photographed. */
export function PublishedPage({ id: slug }: { readonly id: string }) {
  const { value: survey, error, reload } = useLoaded(() => find(slug))
  return survey === undefined ? <PageState error={error} retry={reload} /> : <Published survey={survey} />
}

function Published({ survey }: { readonly survey: SurveyRow }) {
  const { id, title, public_url: url, expires_at: end } = survey
  const link = useRef<HTMLAnchorElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="published">
      <h1 ref={heading} tabIndex={-1}>
        {published.launched(title)}
      </h1>
      <img src={`/s/${id}/qr.svg`} alt={words.common.qrCode} width="320" height="320" />
      <p class="published-link">
        <a ref={link} href={url} target="_blank" rel="noreferrer" translate={false}>
          {url.slice(0, -id.length).replace(/^https?:\/\//, '')}
          <span class="published-slug">{id}</span>
        </a>
      </p>
      <p class="row">
        <a class="button" href={`/admin/${id}/present`} target="_blank" rel="noreferrer">
          {published.present}
        </a>
        <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
          {words.common.copyLink}
        </button>
        <a class="button quiet" href={`/admin/${id}`}>
          {published.openDashboard}
        </a>
      </p>
      <p class="muted">
        {published.about} {end !== null && published.closes(formatTime(end))}
      </p>
      <p>
        <a href="/app">{published.toList}</a>
      </p>
    </div>
  )
}

/** @throws RequestError */
async function find(slug: string): Promise<SurveyRow> {
  const { surveys } = await loadLists()
  const survey = surveys.find(({ id }) => id === slug)
  if (survey === undefined) throw new RequestError(404, texts.notFound)
  return survey
}
