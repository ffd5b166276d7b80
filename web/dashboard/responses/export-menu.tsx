import { useRef } from 'preact/hooks'
import { SHEET_CELLS, SHEET_RESPONSES } from '../../../src/domain/limits.ts'
import type { SurveyModel } from '../survey-model.ts'

/** All answers as files. Plain links, since the browser sends its pass along. */
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
        Take the answers with you
      </button>
      <dialog ref={panel} id="exports" class="exports" popover="auto" aria-labelledby="exports-title">
        <h2 id="exports-title">Take the answers with you</h2>
        <p>
          {count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`}, one for each person, in the order they
          answered.
          {columns < results.length && ' Boards are not in these files.'}
        </p>
        <ul>
          {fits ? (
            <File
              model={model}
              path="/export.xlsx"
              name="Excel (XLSX)"
              description="A sheet of answers and a sheet of counts."
            />
          ) : (
            <li>
              An Excel file (XLSX) holds up to {SHEET_RESPONSES.toLocaleString('en')} answers, and a million cells. Take
              the CSV for Excel.
            </li>
          )}
          <File
            model={model}
            path="/export.csv?bom=1"
            name="CSV for Excel"
            description="Opens in Excel with all letters right."
          />
          <File
            model={model}
            path="/export.csv"
            name="CSV"
            description="For other spreadsheets, statistics and programs."
          />
          <File
            model={model}
            path="/export.json"
            name="JSON"
            description="The survey and its answers, exactly as they are kept."
          />
        </ul>
        <p>
          <button type="button" class="quiet" onClick={print}>
            Print a summary
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

/** How long the results may take until they are printed as they are, in milliseconds. */
const PRINT_TIMEOUT_MS = 3_000

/** Goes to the results, and prints them once nothing in them waits. */
function printSummary(): void {
  const end = performance.now() + PRINT_TIMEOUT_MS
  location.hash = '#results'
  requestAnimationFrame(function look(now) {
    const view = document.querySelector('.view[aria-label="Results"]')
    const isReady = view !== null && view.querySelector('.skeleton, [aria-busy="true"]') === null
    if (isReady || now > end) print()
    else requestAnimationFrame(look)
  })
}
