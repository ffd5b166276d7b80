import { attempt, showNotice } from '../../ui/notice.tsx'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'

/** Makes another survey of this one, or a template for later ones. */
export function CopiesSetting({ model }: { readonly model: SurveyModel }) {
  const clone = () => attempt(async () => location.assign(`/admin/${await model.clone()}`))
  const save = async () => {
    if (await attempt(() => model.saveAsTemplate())) showNotice(words.owner.templateSaved)
  }
  return (
    <div class="row">
      <button type="button" class="quiet" onClick={clone}>
        {words.owner.clone}
      </button>
      <button type="button" class="quiet" onClick={save}>
        {words.owner.saveAsTemplate}
      </button>
    </div>
  )
}
