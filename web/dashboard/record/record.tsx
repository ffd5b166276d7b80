import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SurveyRecord } from '../../../src/domain/results/record/record.ts'
import {
  recordFigures,
  recordMarkdown,
  STORED_OF_RESPONSES,
} from '../../../src/domain/results/record/record-markdown.ts'
import { recordedOnes } from '../../../src/domain/results/record/recorded-groups.ts'
import { copyText } from '../../ui/clipboard.ts'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { OURS } from '../../ui/our-words.ts'
import { recordTexts as texts } from '../../words/record-words.ts'
import { words } from '../../words/words.ts'
import { updateSurvey } from '../settings/update-survey.ts'
import type { SurveyModel } from '../survey-model.ts'
import { RecordEntry } from './record-entry.tsx'
import './record.css'

const DATE = { day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** What the room was asked and what it said, to be read, printed and taken along. It is as it was when it was opened. */
export function Record({ model }: { readonly model: SurveyModel }) {
  const record = useSignal<SurveyRecord | undefined>(undefined)
  useEffect(() => {
    attempt(async () => {
      record.value = await model.read<SurveyRecord>('/record')
    })
  }, [model])
  if (record.value === undefined) return <div class="skeleton tall" aria-busy="true" />
  const { session } = record.value
  const began = session === null ? undefined : words.format.date(new Date(session.began_at), DATE)
  return (
    <>
      <p class="record-figures" {...OURS}>
        {recordFigures(record.value, began).join(' · ')}
      </p>
      <Actions record={record.value} slug={model.slug} />
      <Sharing model={model} />
      <ol class="results record" {...model.textLanguage.value}>
        {recordedOnes(record.value).map(one => (
          <RecordEntry key={one.questions[0].index} one={one} record={record.value as SurveyRecord} />
        ))}
      </ol>
      <section class="record-stored" {...OURS}>
        <h2>{texts.stored}</h2>
        <p class="muted">{STORED_OF_RESPONSES}</p>
      </section>
    </>
  )
}

function Actions({ record, slug }: { readonly record: SurveyRecord; readonly slug: string }) {
  const copy = async () => showNotice((await copyText(recordMarkdown(record), null)) ? texts.copied : texts.notCopied)
  return (
    <p class="row screen-only" {...OURS}>
      <button type="button" class="quiet" onClick={() => print()}>
        {texts.print}
      </button>
      <button type="button" class="quiet" onClick={copy}>
        {texts.copy}
      </button>
      <button type="button" class="quiet" onClick={() => download(`${slug}.md`, recordMarkdown(record))}>
        {texts.download}
      </button>
    </p>
  )
}

/** Off at first: a record is the creator's, until they share it. */
function Sharing({ model }: { readonly model: SurveyModel }) {
  const { share_record: isShared, url } = model.survey.value
  const change = ({ currentTarget: { checked } }: { readonly currentTarget: HTMLInputElement }) =>
    updateSurvey(model, { share_record: checked }, checked ? texts.shared : texts.notShared)
  return (
    <div class="record-sharing screen-only" {...OURS}>
      <label class="switch">
        <input type="checkbox" checked={isShared} onChange={change} aria-describedby="share-record" />
        {texts.share}
      </label>
      <p class="muted" id="share-record">
        {texts.shareAbout}{' '}
        {isShared && (
          <a href={`${url}/record`} target="_blank" rel="noreferrer">
            {texts.link}
          </a>
        )}
      </p>
    </div>
  )
}

function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.download = name
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
  link.click()
  URL.revokeObjectURL(link.href)
}
