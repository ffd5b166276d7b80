// Takes the pictures of the README and of the guides again. Run it when what they show has changed.
import { picturesOfLecture } from './lecture.ts'
import { pictureOfReadme } from './readme.ts'
import { inStudio } from './studio.ts'
import { picturesOfTownHall } from './town-hall.ts'

await inStudio('soundings.example.org', pictureOfReadme)
await inStudio('soundings.example', picturesOfLecture)
await inStudio('soundings.example', picturesOfTownHall)
