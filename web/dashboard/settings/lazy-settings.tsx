import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { LoadError } from '../../ui/load-error.tsx'
import { RequestError } from '../../ui/request.ts'
import { words } from '../../words/words.ts'
import type { SurveyModel } from '../survey-model.ts'
import type { Settings as LoadedSettings } from './settings.tsx'

/** The settings, whose script is loaded when they are first shown. */
export function Settings({ model }: { readonly model: SurveyModel }) {
  const content = useSignal<{ readonly Settings: typeof LoadedSettings } | 'failed' | undefined>(undefined)
  useEffect(() => {
    import('./settings.tsx').then(
      loaded => (content.value = loaded),
      () => (content.value = 'failed'),
    )
  }, [])
  const { value } = content
  if (value === 'failed')
    return <LoadError error={new RequestError(0, words.errors.load)} texts={{}} retry={() => location.reload()} />
  return value && <value.Settings model={model} />
}
