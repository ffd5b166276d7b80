import { AsyncButton } from '../../ui/async-button.tsx'
import { showNotice } from '../../ui/notice.tsx'
import { ownerTexts } from '../../words/owner-words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** Copies this survey to another one, or saves it as a template. */
export function CopiesSetting({ model }: { readonly model: SurveyModel }) {
  const clone = async () => {
    location.assign(`/admin/${await model.clone()}`)
    // Until then, another press would create another copy.
    await new Promise(left => addEventListener('pagehide', left, { once: true }))
  }
  const save = async () => {
    await model.saveAsTemplate()
    showNotice(ownerTexts.templateSaved)
  }
  return (
    <div class="row">
      <AsyncButton class="quiet" act={clone}>
        {ownerTexts.clone}
      </AsyncButton>
      <AsyncButton class="quiet" act={save}>
        {ownerTexts.saveAsTemplate}
      </AsyncButton>
    </div>
  )
}
