import { STARTER_SURVEYS } from '../../../src/domain/surveys/starters/starter-surveys.ts'
import { AsyncButton } from '../../ui/async-button.tsx'
import { texts } from '../../words/app-words.ts'
import { useLoaded } from '../loaded.ts'
import { PageState } from '../page-state.tsx'
import { countPictured } from './pictured-parts.ts'
import { SurveyPicture } from './survey-picture.tsx'
import { isStale, loadTemplates, startFrom, templates } from './template-list.ts'
import { TemplateEntry } from './template-row.tsx'
import './templates.css'

const { templatesPage: words } = texts

/** The account's templates, and surveys to start from. */
export function TemplatesPage() {
  const { error, reload } = useLoaded(loadTemplates)
  if (templates.value === undefined) return <PageState error={error} retry={reload} />
  return (
    <>
      <h1>{words.title}</h1>
      <p class="stale" role="status">
        {isStale.value && texts.list.stale}
      </p>
      <section aria-labelledby="own-title">
        <h2 id="own-title">{words.own}</h2>
        {templates.value.length === 0 ? (
          <p class="muted">{words.none}</p>
        ) : (
          <>
            <p class="muted">{words.about}</p>
            <ul class="template-rows">
              {templates.value.map(template => (
                <TemplateEntry key={template.id} template={template} />
              ))}
            </ul>
          </>
        )}
      </section>
      <Gallery />
    </>
  )
}

function Gallery() {
  return (
    <section aria-labelledby="gallery-title">
      <h2 id="gallery-title">{words.gallery}</h2>
      <p class="muted">{words.galleryAbout}</p>
      <ul class="gallery">
        {STARTER_SURVEYS.map(entry => (
          <li key={entry.id}>
            <SurveyPicture survey={entry} />
            <h3>{entry.title}</h3>
            <p>{entry.description}</p>
            <p class="gallery-foot">
              <span class="muted">{words.questions(countPictured(entry))}</span>
              <AsyncButton class="quiet small" label={words.useOf(entry.title)} act={() => startFrom(entry)}>
                {words.use}
              </AsyncButton>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
