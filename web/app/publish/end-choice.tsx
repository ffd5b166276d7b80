import type { Signal } from '@preact/signals'
import { DAY_MS } from '../../../src/domain/values/time.ts'
import { now } from '../../ui/clock.ts'
import { formatTime } from '../../ui/time.ts'
import { TimeField } from '../../ui/time-field.tsx'
import { builderTexts } from '../../words/builder-words.ts'
import { account, isSubscribed } from '../account.ts'

const { sheet } = builderTexts

/**
 * When the survey closes automatically. Without a subscription, the plan decides, and the dialog says so in advance.
 * @param end local time; undefined for none
 */
export function EndChoice({ end }: { readonly end: Signal<string | undefined> }) {
  const days = account.value?.free_survey_days ?? 0
  if (!isSubscribed())
    return (
      <div class="sheet-part">
        <h3>{sheet.end}</h3>
        <p>{sheet.freeEnd(days, formatTime(new Date(now() + days * DAY_MS).toISOString()))}</p>
      </div>
    )
  const choose = (isTimed: boolean) => {
    end.value = isTimed ? '' : undefined
  }
  return (
    <fieldset class="sheet-part">
      <legend>{sheet.end}</legend>
      <div class="end-choices">
        <label class="choice">
          <input type="radio" name="end" checked={end.value === undefined} onChange={() => choose(false)} />
          {sheet.noEnd}
        </label>
        <label class="choice">
          <input type="radio" name="end" checked={end.value !== undefined} onChange={() => choose(true)} />
          {sheet.atTime}
        </label>
      </div>
      {end.value !== undefined && (
        <TimeField label={sheet.dateAndTime} value={end as Signal<string>} pastText={sheet.past} required />
      )}
    </fieldset>
  )
}
