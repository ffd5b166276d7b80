// Takes the pictures of the README and of the guides again. Run it when what they show has changed.
import { picturesOfGuides } from './guides.ts'
import { pictureOfReadme } from './readme.ts'
import { inStudio } from './studio.ts'

await inStudio('soundings.example.org', pictureOfReadme)
await inStudio('soundings.example', picturesOfGuides)
