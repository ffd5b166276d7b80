import { useRef } from 'preact/hooks'
import { copyLink } from '../../ui/clipboard.ts'
import { render } from '../../ui/render.ts'
import { stateOf } from '../../ui/survey-state.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** The public link and its QR code. */
export function PublicLinkSetting({ model }: { readonly model: SurveyModel }) {
  const survey = model.survey.value
  const { url, title } = survey
  const { lang } = model.textLanguage.value
  const state = stateOf(survey)
  const link = useRef<HTMLAnchorElement>(null)
  const code = `/s/${model.slug}/qr.svg`
  return (
    <div class="public-link">
      {state !== 'taken_down' && <img src={code} alt={words.common.qrCode} width="176" height="176" />}
      <div>
        {state !== 'open' && (
          <p>{state === 'taken_down' ? dashboardTexts.settings.linkTakenDown : dashboardTexts.settings.linkNotOpen}</p>
        )}
        <p>
          <a ref={link} href={url} target="_blank" rel="noreferrer" translate={false}>
            {url}
          </a>
        </p>
        {state !== 'taken_down' && (
          <p class="row">
            <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
              {dashboardTexts.settings.copyPublicLink}
            </button>
            <a class="button quiet" href={code} download={`${model.slug}.svg`}>
              {dashboardTexts.settings.downloadCode}
            </a>
            <button type="button" class="quiet" onClick={() => printCode({ code, url, title, lang })}>
              {dashboardTexts.settings.printCode}
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

interface PrintSheet {
  readonly code: string
  readonly url: string
  readonly title: string
  /** Of the title. */
  readonly lang: string
}

/** Prints a sheet with the QR code. The sheet stays until the next print, since some browsers never report the end of printing. */
async function printCode({ code, url, title, lang }: PrintSheet): Promise<void> {
  document.querySelector('.sheet')?.remove()
  const sheet = document.createElement('div')
  sheet.className = 'sheet'
  render(
    <>
      <h1 lang={lang} dir="auto">
        {title}
      </h1>
      <img src={code} alt="" />
      <p translate={false}>{url.replace(/^https?:\/\//, '')}</p>
    </>,
    sheet,
  )
  document.body.append(sheet)
  addEventListener('afterprint', () => sheet.remove(), { once: true })
  await sheet.querySelector('img')?.decode()
  print()
}
