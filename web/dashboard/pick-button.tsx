import { useEffect, useMemo } from 'preact/hooks'
import { attempt } from '../ui/notice.tsx'
import { ProjectedTexts } from '../ui/projected-texts.ts'
import { dashboardTexts } from '../words/dashboard-words.ts'
import type { SurveyModel } from './survey-model.ts'
import './pick-button.css'

/** The projected parts of the survey's texts, while a view is open. */
export function useProjectedTexts(model: SurveyModel): ProjectedTexts {
  const projectedTexts = useMemo(() => new ProjectedTexts(model), [model])
  useEffect(() => projectedTexts.follow(), [projectedTexts])
  return projectedTexts
}

interface Props {
  readonly model: SurveyModel
  readonly projectedTexts: ProjectedTexts
  /** Index of the question. */
  readonly index: number
  /** Id of the response. */
  readonly id: string
  /** The id of the element that contains the text. */
  readonly describedBy: string
}

/** Puts a text on the projected screen, or removes it. */
export function PickButton({ model, projectedTexts, index, id, describedBy }: Props) {
  const isPicked = projectedTexts.of(index).picks.some(pick => pick.id === id)
  const toggle = async () => {
    await model.send(isPicked ? 'DELETE' : 'PUT', `/projected-texts/${index}/${id}`)
    await projectedTexts.load()
  }
  return <ScreenButton isOn={isPicked} describedBy={describedBy} onPress={() => attempt(toggle)} />
}

interface ScreenProps {
  /** Whether it is on the projected screen. */
  readonly isOn: boolean
  readonly describedBy?: string
  readonly onPress: () => void
}

export function ScreenButton({ isOn, describedBy, onPress }: ScreenProps) {
  return (
    <button type="button" class="quiet small pick" aria-pressed={isOn} aria-describedby={describedBy} onClick={onPress}>
      {isOn ? dashboardTexts.results.onScreen : dashboardTexts.results.showOnScreen}
    </button>
  )
}
