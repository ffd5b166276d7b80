import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect } from 'preact/hooks'
import { MAX_RESPONSE_LIMIT, placesLeft } from '../../../src/domain/surveys/survey-settings/response-limit.ts'
import { showNotice } from '../../ui/notice.tsx'
import { responseLimit as limitWords } from '../../words/response-limit-words.ts'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { updateSurvey } from './update-survey.ts'

export function ResponseLimitSetting({ model }: { readonly model: SurveyModel }) {
  return model.survey.value.paced ? <p>{limitWords.paced}</p> : <ResponseLimitForm model={model} />
}

/** Sets or removes the limit; for a survey that has closed by itself, reopens it with a higher one. */
function ResponseLimitForm({ model }: { readonly model: SurveyModel }) {
  const { response_limit: limit, response_count: count } = model.survey.value
  const isFull = placesLeft({ responseLimit: limit, responseCount: count }) === 0
  const initial = limit === null || isFull ? '' : String(limit)
  const typed = useSignal(initial)
  const id = useId()
  // The limit can also be changed elsewhere.
  useLayoutEffect(() => {
    typed.value = initial
  }, [initial])
  const reopening = isFull && ({ status: 'open' } as const)
  const set = () => {
    if (typed.value === initial) return showNotice(limitWords.unchanged)
    const done = isFull ? limitWords.reopened : limitWords.isSet
    return updateSurvey(model, { response_limit: Number(typed.value), ...reopening }, done)
  }
  const remove = () => {
    const done = isFull ? limitWords.reopened : limitWords.removed
    return updateSurvey(model, { response_limit: null, ...reopening }, done)
  }
  return (
    <form
      class="end"
      onSubmit={event => {
        event.preventDefault()
        set()
      }}
    >
      <p>{limitText(model)}</p>
      <label for={id}>{isFull ? limitWords.higher : limitWords.label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={count + 1}
        max={MAX_RESPONSE_LIMIT}
        required
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
        }}
      />
      <p class="row">
        <button type="submit" class="quiet">
          {isFull ? limitWords.reopen : limitWords.set}
        </button>
        {limit !== null && (
          <button type="button" class="quiet" onClick={remove}>
            {isFull ? limitWords.reopenWithout : limitWords.remove}
          </button>
        )}
      </p>
    </form>
  )
}

function limitText(model: SurveyModel): string {
  const { response_limit: limit, response_count: count, status } = model.survey.value
  if (limit === null) return limitWords.none
  const { number } = words.format
  if (count >= limit) return limitWords.full(number(limit))
  return status === 'open' ? limitWords.ahead(number(limit), number(limit - count)) : limitWords.closed(number(limit))
}
