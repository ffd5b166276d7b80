import { useRef } from 'preact/hooks'
import { SHEET_CELLS, SHEET_RESPONSES } from '../../../src/domain/responses/limits.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'

const { exports: words } = dashboardTexts

/** All responses as files. These are plain links, because the browser sends its cookie with them. */
export function ExportMenu({ model }: { readonly model: SurveyModel }) {
  const { results, response_count: count } = model.survey.value
  const panel = useRef<HTMLDialogElement>(null)
  const columns = results.filter(({ board }) => board === undefined).length
  const fits = count <= SHEET_RESPONSES && (columns + 2) * count <= SHEET_CELLS
  const print = () => {
    panel.current?.hidePopover()
    printRecord()
  }
  const file = (path: string, name: string, about: string) => (
    <li>
      <a href={`/admin/api/${model.slug}${path}`} download>
        {name}
      </a>
      <span class="muted">{about}</span>
    </li>
  )
  return (
    <>
      <button type="button" class="quiet" popovertarget="exports">
        {words.title}
      </button>
      <dialog ref={panel} id="exports" class="exports" popover="auto" aria-labelledby="exports-title">
        <h2 id="exports-title">{words.title}</h2>
        <p>{words.rows(count)}</p>
        <ul>
          {fits ? file('/export.xlsx', words.xlsx, words.xlsxAbout) : <li>{words.xlsxTooLarge(SHEET_RESPONSES)}</li>}
          {file('/export.csv?for=spreadsheet', words.csvSpreadsheet, words.csvSpreadsheetAbout)}
          {file('/export.csv', words.csv, words.csvAbout)}
          {columns < results.length && file('/export-boards.csv?for=spreadsheet', words.boards, words.boardsAbout)}
          {file('/export.json', words.json, words.jsonAbout)}
        </ul>
        <p>
          <button type="button" class="quiet" onClick={print}>
            {words.print}
          </button>
        </p>
      </dialog>
    </>
  )
}

/** How long to wait for the record, which is printed only once it has loaded, in milliseconds. */
const PRINT_TIMEOUT_MS = 10_000

/** Opens the record and prints it once it has loaded. */
function printRecord(): void {
  const end = performance.now() + PRINT_TIMEOUT_MS
  location.hash = '#record'
  requestAnimationFrame(function look(now) {
    if (document.querySelector('.record') !== null) print()
    else if (now < end) requestAnimationFrame(look)
  })
}
