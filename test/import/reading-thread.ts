import { parentPort, workerData } from 'node:worker_threads'
import { read } from '../../src/domain/surveys/import/read.ts'
import { officeText, parseSurveyData } from '../../src/survey-source/survey-data.ts'

/** Reads what it was given, once, and answers with the CPU time of its thread, in milliseconds, and the number of questions. */
const sent: string | Uint8Array<ArrayBuffer> = workerData
const begun = process.threadCpuUsage()
const { questions } = read(typeof sent === 'string' ? sent : (officeText(sent) ?? ''), { parse: parseSurveyData })
const { user, system } = process.threadCpuUsage(begun)
parentPort?.postMessage([(user + system) / 1_000, questions.length])
