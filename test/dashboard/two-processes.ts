import { ENGINE } from '../database.ts'
import { type Service, type ServiceOptions, startService } from '../harness.ts'

/** An installation with two server processes if the database allows it, on PostgreSQL; otherwise both are the same. */
export interface TwoProcesses {
  readonly service: Service
  /** Changes made here must become visible at the first. */
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
