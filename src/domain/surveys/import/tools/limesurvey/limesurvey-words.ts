import { found } from '../../foreign/json-fields.ts'

/** Options that LimeSurvey shows without storing them. */
export type LimeWords = ReturnType<typeof limeWords>

const ENGLISH = 'Yes No Uncertain Female Male Increase Same Decrease Other'
const WORDS: Readonly<Record<string, string>> = {
  de: 'Ja Nein Unsicher Weiblich Männlich Zunahme Gleich Abnahme Sonstiges',
  es: 'Sí No Dudoso Mujer Hombre Aumentar Igual Disminuir Otro',
  fr: 'Oui Non Incertain Féminin Masculin Augmente Identique Diminue Autre',
  it: 'Sì No Incerto Donna Uomo Aumenta Uguale Diminuisce Altro',
  nl: 'Ja Nee Onzeker Vrouw Man Toename Gelijk Afname Anders',
  pt: 'Sim Não Incerto Feminino Masculino Aumenta Igual Diminui Outro',
}

/** @param language of the survey, such as `de-informal`; English for those that are not here */
export function limeWords(language: string) {
  const words = found(WORDS, language.split('-')[0] ?? '') ?? ENGLISH
  const [
    yes = '',
    no = '',
    uncertain = '',
    female = '',
    male = '',
    increase = '',
    same = '',
    decrease = '',
    other = '',
  ] = words.split(' ')
  return { yes, no, uncertain, female, male, increase, same, decrease, other }
}
