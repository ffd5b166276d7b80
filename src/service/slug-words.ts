import { wordlist } from '@scure/bip39/wordlists/english.js'

/** Words that sound like another word when read aloud: right and write, pair and pear, sun and son. */
const SOUND_ALIKE = `
  accuse advance advice air aisle alter ask aunt axis ball base beach bean blue border bread cannon cash cereal check
  climb cloth coral core course cruise deer deny desert draft dumb earn earth eight excuse eye feel find fine flee
  flower gate great hair half heart high hole hour idle jeans key knife knock know leave lesson liar loan maid mail
  main mask mass maze meat medal metal mind miss moral morning muscle night nose nut one order oven pact pair palace
  pause peace pear piece plate please pole pool price pride prize profit rack rain raise rare raw real right ring
  road rose rough route rude sail sauce scene sea seed seek sell sense shoe shoot side sight sign size slight sort
  soul source stairs steak steel step stock story sun sweet sword symbol tail team there tide toe tongue two use very
  wage wait waste way wear weather weird wet whale when where whip wine wing wood word world wrap wreck wrist write
  wrong you`

/** Words that do not belong on the wall of a classroom or on an invitation. */
const UNWELCOME = `
  abandon abuse addict afraid alcohol alien anger angry anxiety arrest arrow assault attack awful awkward betray
  bitter black blame blast blind blood bomb bone boring bottom brown bullet burden burst cancel casino cave chaos
  chest churn cigar clog crack crash crazy creek crime cruel damage danger debris demise denial despair destroy dirt
  disagree disease dismiss disorder divorce dizzy donkey dwarf enemy era erode erupt evil excess execute exhaust
  exile fade fat fatal fatigue fault fee female fever fire foil fragile frown fury garbage gas gasp ghost gloom
  goddess gorilla gospel gossip gown grief grunt guilt gun hard harsh hazard hen hidden horror hungry hunt hurt
  ignore ill illegal illness infant inflict inject injury inmate insane insect jealous jewel job junk kick kid kidney
  kiss lawsuit lazy liberty lonely mad mandate mercy misery mistake monkey monster mosquito naive narrow nasty neck
  negative neglect nuclear nurse obscure odor organ orphan panic peasant penalty pig pill pistol police poverty
  pretty prison private pulp punch quit reject rifle riot risk robot rubber sad sadness satoshi sausage scare shed
  shock shove shy sick siege silly skin skirt skull slab slam slender slim slush smoke snake spider spike split spoil
  sting stomach stool struggle stumble suffer suspect swallow swamp swear thunder tobacco toilet tooth tragic trap
  trash trigger trouble ugly unfair unhappy useless vacant vicious virus vital void warfare warrior weapon witness
  wolf worry`

const EXCLUDED = new Set(`${SOUND_ALIKE} ${UNWELCOME}`.trim().split(/\s+/))

/** The words of random slugs. There are at least 1,600, which makes four thousand million slugs. */
export const SLUG_WORDS: readonly string[] = wordlist.filter(word => !EXCLUDED.has(word))
