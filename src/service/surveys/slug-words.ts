/**
 * The words of random slugs. There are at least 1,600, enough for four billion slugs. They come from BIP-39's English
 * list, without words that sound like another word when read aloud (right and write, pair and pear, sun and son) and
 * without words that are out of place in a classroom or on an invitation.
 */
export const SLUG_WORDS: readonly string[] = `
  ability able about above absent absorb abstract absurd access accident account achieve acid acoustic acquire across
  act action actor actress actual adapt add address adjust admit adult aerobic affair afford again age agent agree
  ahead aim airport alarm album alert all alley allow almost alone alpha already also always amateur amazing among
  amount amused analyst anchor ancient angle animal ankle announce annual another answer antenna antique any apart
  apology appear apple approve april arch arctic area arena argue arm armed armor army around arrange arrive art
  artefact artist artwork aspect asset assist assume asthma athlete atom attend attitude attract auction audit august
  author auto autumn average avocado avoid awake aware away awesome baby bachelor bacon badge bag balance balcony
  bamboo banana banner bar barely bargain barrel basic basket battle beauty because become beef before begin behave
  behind believe below belt bench benefit best better between beyond bicycle bid bike bind biology bird birth blade
  blanket bleak bless blossom blouse blur blush board boat body boil bonus book boost borrow boss bounce box boy
  bracket brain brand brass brave breeze brick bridge brief bright bring brisk broccoli broken bronze broom brother
  brush bubble buddy budget buffalo build bulb bulk bundle bunker burger bus business busy butter buyer buzz cabbage
  cabin cable cactus cage cake call calm camera camp can canal candy canoe canvas canyon capable capital captain car
  carbon card cargo carpet carry cart case castle casual cat catalog catch category cattle caught cause caution
  ceiling celery cement census century certain chair chalk champion change chapter charge chase chat cheap cheese chef
  cherry chicken chief child chimney choice choose chronic chuckle chunk cinnamon circle citizen city civil claim clap
  clarify claw clay clean clerk clever click client cliff clinic clip clock close cloud clown club clump cluster
  clutch coach coast coconut code coffee coil coin collect color column combine come comfort comic common company
  concert conduct confirm congress connect consider control convince cook cool copper copy corn correct cost cotton
  couch country couple cousin cover coyote cradle craft cram crane crater crawl cream credit crew cricket crisp critic
  crop cross crouch crowd crucial crumble crunch crush cry crystal cube culture cup cupboard curious current curtain
  curve cushion custom cute cycle dad damp dance daring dash daughter dawn day deal debate decade december decide
  decline decorate decrease defense define defy degree delay deliver demand dentist depart depend deposit depth deputy
  derive describe design desk detail detect develop device devote diagram dial diamond diary dice diesel diet differ
  digital dignity dilemma dinner dinosaur direct discover dish display distance divert divide doctor document dog doll
  dolphin domain donate donor door dose double dove dragon drama drastic draw dream dress drift drill drink drip drive
  drop drum dry duck dune during dust dutch duty dynamic eager eagle early easily east easy echo ecology economy edge
  edit educate effort egg either elbow elder electric elegant element elephant elevator elite else embark embody
  embrace emerge emotion employ empower empty enable enact end endless endorse energy enforce engage engine enhance
  enjoy enlist enough enrich enroll ensure enter entire entry envelope episode equal equip erase erosion error escape
  essay essence estate eternal ethics evidence evoke evolve exact example exchange excite exclude exercise exhibit
  exist exit exotic expand expect expire explain expose express extend extra eyebrow fabric face faculty faint faith
  fall false fame family famous fan fancy fantasy farm fashion father favorite feature february federal feed fence
  festival fetch few fiber fiction field figure file film filter final finger finish firm first fiscal fish fit
  fitness fix flag flame flash flat flavor flight flip float flock floor fluid flush fly foam focus fog fold follow
  food foot force forest forget fork fortune forum forward fossil foster found fox frame frequent fresh friend fringe
  frog front frost frozen fruit fuel fun funny furnace future gadget gain galaxy gallery game gap garage garden garlic
  garment gather gauge gaze general genius genre gentle genuine gesture giant gift giggle ginger giraffe girl give
  glad glance glare glass glide glimpse globe glory glove glow glue goat gold good goose govern grab grace grain grant
  grape grass gravity green grid grit grocery group grow guard guess guide guitar gym habit hammer hamster hand happy
  harbor harvest hat have hawk head health heavy hedgehog height hello helmet help hero hill hint hip hire history
  hobby hockey hold holiday hollow home honey hood hope horn horse hospital host hotel hover hub huge human humble
  humor hundred hurdle hurry husband hybrid ice icon idea identify image imitate immense immune impact impose improve
  impulse inch include income increase index indicate indoor industry inform inhale inherit initial inner innocent
  input inquiry inside inspire install intact interest into invest invite involve iron island isolate issue item ivory
  jacket jaguar jar jazz jelly join joke journey joy judge juice jump jungle junior just kangaroo keen keep ketchup
  kind kingdom kit kitchen kite kitten kiwi knee lab label labor ladder lady lake lamp language laptop large later
  latin laugh laundry lava law lawn layer leader leaf learn lecture left leg legal legend leisure lemon lend length
  lens leopard letter level library license life lift light like limb limit link lion liquid list little live lizard
  load lobster local lock logic long loop lottery loud lounge love loyal lucky luggage lumber lunar lunch luxury
  lyrics machine magic magnet major make mammal man manage mango mansion manual maple marble march margin marine
  market marriage master match material math matrix matter maximum meadow mean measure mechanic media melody melt
  member memory mention menu merge merit merry mesh message method middle midnight milk million mimic minimum minor
  minute miracle mirror mix mixed mixture mobile model modify mom moment monitor month moon more mother motion motor
  mountain mouse move movie much muffin mule multiply museum mushroom music must mutual myself mystery myth name
  napkin nation nature near need neither nephew nerve nest net network neutral never news next nice noble noise
  nominee noodle normal north notable note nothing notice novel now number oak obey object oblige observe obtain
  obvious occur ocean october off offer office often oil okay old olive olympic omit once onion online only open opera
  opinion oppose option orange orbit orchard ordinary orient original ostrich other outdoor outer output outside oval
  over own owner oxygen oyster ozone paddle page palm panda panel panther paper parade parent park parrot party pass
  patch path patient patrol pattern pave payment peanut pelican pen pencil people pepper perfect permit person pet
  phone photo phrase physical piano picnic picture pigeon pilot pink pioneer pipe pitch pizza place planet plastic
  play pledge pluck plug plunge poem poet point polar pond pony popular portion position possible post potato pottery
  powder power practice praise predict prefer prepare present prevent primary print priority problem process produce
  program project promote proof property prosper protect proud provide public pudding pull pulse pumpkin pupil puppy
  purchase purity purpose purse push put puzzle pyramid quality quantum quarter question quick quiz quote rabbit
  raccoon race radar radio rail rally ramp ranch random range rapid rate rather raven razor ready reason rebel rebuild
  recall receive recipe record recycle reduce reflect reform refuse region regret regular relax release relief rely
  remain remember remind remove render renew rent reopen repair repeat replace report require rescue resemble resist
  resource response result retire retreat return reunion reveal review reward rhythm rib ribbon rice rich ride ridge
  rigid ripple ritual rival river roast robust rocket romance roof rookie room rotate round royal rug rule run runway
  rural saddle safe salad salmon salon salt salute same sample sand satisfy save say scale scan scatter scheme school
  science scissors scorpion scout scrap screen script scrub search season seat second secret section security segment
  select seminar senior sentence series service session settle setup seven shadow shaft shallow share shell sheriff
  shield shift shine ship shiver shop short shoulder shrimp shrug shuffle sibling silent silk silver similar simple
  since sing siren sister situate six skate sketch ski skill sleep slice slide slogan slot slow small smart smile
  smooth snack snap sniff snow soap soccer social sock soda soft solar soldier solid solution solve someone song soon
  sorry sound soup south space spare spatial spawn speak special speed spell spend sphere spice spin spirit sponsor
  spoon sport spot spray spread spring spy square squeeze squirrel stable stadium staff stage stamp stand start state
  stay stem stereo stick still stone stove strategy street strike strong student stuff style subject submit subway
  success such sudden sugar suggest suit summer sunny sunset super supply supreme sure surface surge surprise surround
  survey sustain swap swarm swift swim swing switch symptom syrup system table tackle tag talent talk tank tape target
  task taste tattoo taxi teach tell ten tenant tennis tent term test text thank that theme then theory they thing this
  thought three thrive throw thumb ticket tiger tilt timber time tiny tip tired tissue title toast today toddler
  together token tomato tomorrow tone tonight tool top topic topple torch tornado tortoise toss total tourist toward
  tower town toy track trade traffic train transfer travel tray treat tree trend trial tribe trick trim trip trophy
  truck true truly trumpet trust truth try tube tuition tumble tuna tunnel turkey turn turtle twelve twenty twice twin
  twist type typical umbrella unable unaware uncle uncover under undo unfold uniform unique unit universe unknown
  unlock until unusual unveil update upgrade uphold upon upper upset urban urge usage used useful usual utility vacuum
  vague valid valley valve van vanish vapor various vast vault vehicle velvet vendor venture venue verb verify version
  vessel veteran viable vibrant victory video view village vintage violin virtual visa visit visual vivid vocal voice
  volcano volume vote voyage wagon walk wall walnut want warm wash wasp water wave wealth weasel web wedding weekend
  welcome west what wheat wheel whisper wide width wife wild will win window wink winner winter wire wisdom wise wish
  woman wonder wool work worth wrestle yard year yellow young youth zebra zero zone zoo`
  .trim()
  .split(/\s+/)
