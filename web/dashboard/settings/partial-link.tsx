import { useSignal } from '@preact/signals'
import { AsyncButton } from '../../ui/async-button.tsx'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { partialLinkTexts } from '../../words/partial-link-words.ts'
import type { SurveyModel } from '../survey-model.ts'
import { OneTimeLink } from './one-time-link.tsx'

interface Props {
  readonly model: SurveyModel
  /** Also the name of its route, and of the property that says whether there is one. */
  readonly link: keyof typeof partialLinkTexts
}

/** A link that opens a part of the survey. There is at most one of each. */
export function PartialLinkSetting({ model, link }: Props) {
  const texts = partialLinkTexts[link]
  const made = useSignal<string>()
  const exists = made.value !== undefined || model.survey.value[link]
  const make = async () => {
    made.value = (await model.send<{ url: string }>('POST', `/${link}`)).url
    await model.reload()
  }
  const revoke = async () => {
    const isDone = await attempt(async () => {
      await model.send('DELETE', `/${link}`)
      made.value = undefined
      await model.reload()
    })
    if (isDone) showNotice(texts.revoked)
  }
  return (
    <>
      <p>{exists ? texts.exists : texts.none}</p>
      {made.value !== undefined && <OneTimeLink url={made.value} label={texts.title} description={texts.created} />}
      <p class="row">
        <AsyncButton class="quiet" act={make}>
          {exists ? texts.replace : texts.create}
        </AsyncButton>
        {exists && (
          <button type="button" class="quiet" onClick={revoke}>
            {texts.revoke}
          </button>
        )}
      </p>
    </>
  )
}
