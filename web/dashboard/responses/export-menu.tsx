import { useRef } from 'preact/hooks'
import { SHEET_CELLS, SHEET_RESPONSES } from '../../../src/domain/limits.ts'
import { words } from '../../words/words.ts'
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
        {words.exports.title}
      </button>
      <dialog ref={panel} id="exports" class="exports" popover="auto" aria-labelledby="exports-title">
        <h2 id="exports-title">{words.exports.title}</h2>
        <p>{words.exports.rows(count)}</p>
        <ul>
          {fits ? (
            <File model={model} path="/export.xlsx" name={words.exports.xlsx} description={words.exports.xlsxAbout} />
          ) : (
            <li>{words.exports.xlsxTooLarge(SHEET_RESPONSES)}</li>
          )}
          <File
            model={model}
            path="/export.csv?bom=1"
            name={words.exports.csvExcel}
            description={words.exports.csvExcelAbout}
          />
          <File model={model} path="/export.csv" name={words.exports.csv} description={words.exports.csvAbout} />
          {columns < results.length && (
            <File
              model={model}
              path="/export-boards.csv?bom=1"
              name={words.exports.boards}
              description={words.exports.boardsAbout}
            />
          )}
          <File model={model} path="/export.json" name={words.exports.json} description={words.exports.jsonAbout} />
        </ul>
        <p>
          <button type="button" class="quiet" onClick={print}>
            {words.exports.print}
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
