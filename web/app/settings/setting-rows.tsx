import type { JSX } from 'preact'
import { sentence } from '../../../src/domain/values/text.ts'
import { RequestError } from '../../ui/request.ts'
import { words } from '../../words/words.ts'
import type { Loaded } from '../loaded.ts'

interface Props<Row> {
  readonly list: Loaded<readonly Row[]>
  /** Shown for an empty list. */
  readonly none?: string | undefined
  readonly children: (row: Row) => JSX.Element
}

/** A list of things that belong to the account, with its loading and error states. */
export function SettingRows<Row>({ list: { value: rows, error, reload }, none, children }: Props<Row>) {
  if (error !== undefined)
    return (
      <div role="alert">
        <p class="error">{error instanceof RequestError ? sentence(error.message) : words.errors.loadTitle}</p>
        <button type="button" class="quiet small" onClick={reload}>
          {words.common.tryAgain}
        </button>
      </div>
    )
  if (rows === undefined) return <p class="skeleton" role="status" aria-label={words.common.loading} />
  if (rows.length === 0) return none === undefined ? null : <p class="muted">{none}</p>
  return <ul class="setting-rows">{rows.map(children)}</ul>
}
