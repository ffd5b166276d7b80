import { ENGINE } from '../database.ts'
import { type Service, type ServiceOptions, startService } from '../harness.ts'

/** An installation with two server processes where the database can have them, on PostgreSQL; else both are one. */
export interface TwoProcesses {
  readonly service: Service
  /** What is done here is to be seen at the first. */
  readonly other: Service
  close(): Promise<void>
}

export async function startTwoProcesses(options: ServiceOptions = {}): Promise<TwoProcesses> {
  const service = await startService(options)
  const other = ENGINE === 'postgres' ? await startService({ ...options, beside: service }) : service
  const close = async () => {
    if (other !== service) await other.close()
    await service.close()
  }
  return { service, other, close }
}
