import { useSignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { LoadError } from '../ui/load-error.tsx'
import { RequestError } from '../ui/request.ts'
import { words } from '../words/words.ts'
import type { SurveyModel } from './survey-model.ts'

type Content = FunctionComponent<{ readonly model: SurveyModel }>

/** A view whose script is loaded when it is first shown. */
export function laterView(load: () => Promise<Content>): Content {
  return ({ model }) => {
    const loaded = useSignal<{ readonly Content: Content } | 'failed' | undefined>(undefined)
    useEffect(() => {
      load().then(
        Content => (loaded.value = { Content }),
        () => (loaded.value = 'failed'),
      )
    }, [])
    const { value } = loaded
    if (value === 'failed')
      return <LoadError error={new RequestError(0, words.errors.load)} texts={{}} retry={() => location.reload()} />
    return value && <value.Content model={model} />
  }
}
