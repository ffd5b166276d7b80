import { render } from 'preact'
import { useRef } from 'preact/hooks'
import { copyLink } from '../../ui/clipboard.ts'
import type { SurveyModel } from '../survey-model.ts'

/** The public link, and its code to scan. */
export function PublicLinkSetting({ model }: { readonly model: SurveyModel }) {
  const { url, title } = model.survey.value
  const link = useRef<HTMLAnchorElement>(null)
  const code = `/s/${model.slug}/qr.svg`
  return (
    <div class="public-link">
      <img src={code} alt="The public link as a code to scan" width="176" height="176" />
      <div>
        <p>
          <a ref={link} href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </p>
        <p class="row">
          <button type="button" class="quiet" onClick={() => copyLink(url, link.current)}>
            Copy the public link
          </button>
          <a class="button quiet" href={code} download={`${model.slug}.svg`}>
            Download the code
          </a>
          <button type="button" class="quiet" onClick={() => printCode({ code, url, title })}>
            Print the code
          </button>
        </p>
      </div>
    </div>
  )
}

interface PrintSheet {
  readonly code: string
  readonly url: string
  readonly title: string
}

/** Prints a sheet for a wall or a table in place of the page. It stays until the next, since not every browser says when it has printed. */
async function printCode({ code, url, title }: PrintSheet): Promise<void> {
  document.querySelector('.sheet')?.remove()
  const sheet = document.createElement('div')
  sheet.className = 'sheet'
  render(
    <>
      <h1>{title}</h1>
      <img src={code} alt="" />
      <p>{url.replace(/^https?:\/\//, '')}</p>
    </>,
    sheet,
  )
  document.body.append(sheet)
  addEventListener('afterprint', () => sheet.remove(), { once: true })
  await sheet.querySelector('img')?.decode()
  print()
}
