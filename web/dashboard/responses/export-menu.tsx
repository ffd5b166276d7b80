import { useRef } from 'preact/hooks'
import { SHEET_CELLS, SHEET_RESPONSES } from '../../../src/domain/limits.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** All responses as files. Plain links, since the browser sends its cookie with them. */
export function ExportMenu({ model }: { readonly model: SurveyModel }) {
  const { results, response_count: count } = model.survey.value
  const panel = useRef<HTMLDialogElement>(null)
  const columns = results.filter(({ board }) => board === undefined).length
  const fits = count <= SHEET_RESPONSES && (columns + 2) * count <= SHEET_CELLS
  const print = () => {
    panel.current?.hidePopover()
    printSummary()
  }
  return (
    <>
      <button type="button" class="quiet" popovertarget="exports">
        {dashboardTexts.exports.title}
      </button>
      <dialog ref={panel} id="exports" class="exports" popover="auto" aria-labelledby="exports-title">
        <h2 id="exports-title">{dashboardTexts.exports.title}</h2>
        <p>{dashboardTexts.exports.rows(count)}</p>
        <ul>
          {fits ? (
            <File
              model={model}
              path="/export.xlsx"
              name={dashboardTexts.exports.xlsx}
              description={dashboardTexts.exports.xlsxAbout}
            />
          ) : (
            <li>{dashboardTexts.exports.xlsxTooLarge(SHEET_RESPONSES)}</li>
          )}
          <File
            model={model}
            path="/export.csv?bom=1"
            name={dashboardTexts.exports.csvExcel}
            description={dashboardTexts.exports.csvExcelAbout}
          />
          <File
            model={model}
            path="/export.csv"
            name={dashboardTexts.exports.csv}
            description={dashboardTexts.exports.csvAbout}
          />
          {columns < results.length && (
            <File
              model={model}
              path="/export-boards.csv?bom=1"
              name={dashboardTexts.exports.boards}
              description={dashboardTexts.exports.boardsAbout}
            />
          )}
          <File
            model={model}
            path="/export.json"
            name={dashboardTexts.exports.json}
            description={dashboardTexts.exports.jsonAbout}
          />
        </ul>
        <p>
          <button type="button" class="quiet" onClick={print}>
            {dashboardTexts.exports.print}
          </button>
        </p>
      </dialog>
    </>
  )
}

interface FileProps {
  readonly model: SurveyModel
  readonly path: string
  readonly name: string
  readonly description: string
}

function File({ model, path, name, description }: FileProps) {
  return (
    <li>
      <a href={`/admin/api/${model.slug}${path}`} download>
        {name}
      </a>
      <span class="muted">{description}</span>
    </li>
  )
}

/** How long to wait for the results before printing them as they are, in milliseconds. */
const PRINT_TIMEOUT_MS = 3_000

/** Opens the results and prints them once they have loaded. */
function printSummary(): void {
  const end = performance.now() + PRINT_TIMEOUT_MS
  location.hash = '#results'
  requestAnimationFrame(function look(now) {
    const view = document.querySelector('.view[data-view="results"]')
    const isReady = view !== null && view.querySelector('.skeleton, [aria-busy="true"]') === null
    if (isReady || now > end) print()
    else requestAnimationFrame(look)
  })
}
