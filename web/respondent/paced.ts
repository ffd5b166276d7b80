import { startPaced } from './paced-page.ts'

startPaced(page => page)
