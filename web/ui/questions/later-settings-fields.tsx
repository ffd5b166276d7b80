import { useEffect } from 'preact/hooks'
import { later } from '../later.ts'
import type { QuestionProps } from './action-button.tsx'

const fields = later(() => import('./settings-fields.tsx'))

/** What is set beside a question, whose script comes after the question itself. */
export function LaterSettingsFields(props: QuestionProps) {
  useEffect(() => {
    fields.load()
  }, [])
  const { value } = fields.loaded
  return <div class="beside">{value && <value.SettingsFields {...props} />}</div>
}
