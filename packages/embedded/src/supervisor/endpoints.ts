import { join } from 'node:path'
import { writeFileAtomic } from '../files/write-file-atomic.ts'

/**
 * Content of `endpoints.json`: all that runs, for tools and tests. A pid of `null` is a part that is down now; a part
 * of `null` is not started here but given by configuration.
 */
export interface Endpoints {
  readonly supervisor: { readonly pid: number; readonly controlUrl: string; readonly controlToken: string }
  readonly dataDir: string
  readonly logDir: string
  readonly web: { readonly url: string; readonly port: number; readonly pid: number | null }
  readonly worker: { readonly id: string; readonly pid: number | null }
  /** The first administrator as created. */
  readonly admin: { readonly email: string }
  readonly postgres: {
    readonly url: string
    readonly port: number
    readonly pid: number | null
  } | null
  readonly objectStore: {
    readonly endpoint: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly buckets: readonly string[]
    readonly controlToken: string | null
    readonly pid: number | null
  } | null
  readonly clickhouse: {
    readonly clusterName: string
    readonly users: Readonly<Record<string, { readonly username: string; readonly password: string }>>
    readonly nodes: readonly {
      readonly name: string
      readonly shard: number
      readonly replica: number
      readonly httpUrl: string
      readonly httpPort: number
      readonly tcpPort: number
      readonly pid: number | null
      readonly logFile: string
    }[]
  } | null
}

export async function writeEndpoints(dataDir: string, endpoints: Endpoints): Promise<void> {
  await writeFileAtomic(join(dataDir, 'endpoints.json'), `${JSON.stringify(endpoints, null, 2)}\n`)
}
