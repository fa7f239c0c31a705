import type { Endpoints } from './endpoints.ts'
import type { Part } from './part.ts'
import type { Settings } from './settings.ts'
import { COLD_BUCKET, DEMO_BUCKET, type Engines } from './start-engines.ts'
import type { SupervisorState } from './state.ts'

export interface RunningParts {
  readonly settings: Settings
  readonly state: SupervisorState
  readonly engines: Engines
  readonly parts: readonly Part[]
  readonly logDir: string
  readonly workerId: string
}

export function describeEndpoints({
  settings,
  state,
  engines,
  parts,
  logDir,
  workerId,
}: RunningParts): Endpoints {
  const pidOf = (name: string) => parts.find((part) => part.name === name)?.pid ?? null
  const { postgres, store, clickhouse } = engines
  return {
    supervisor: {
      pid: process.pid,
      controlUrl: `http://127.0.0.1:${state.ports.control}`,
      controlToken: state.controlToken,
    },
    dataDir: settings.dataDir,
    logDir,
    web: { url: `http://127.0.0.1:${state.ports.web}`, port: state.ports.web, pid: pidOf('web') },
    worker: { id: workerId, pid: pidOf('worker') },
    admin: { email: state.admin.email },
    postgres: postgres && { url: postgres.url, port: postgres.port, pid: postgres.pid },
    objectStore: store && {
      endpoint: store.endpoint,
      region: store.region,
      accessKeyId: store.accessKeyId,
      secretAccessKey: store.secretAccessKey,
      buckets: [COLD_BUCKET, DEMO_BUCKET],
      controlToken: store.controlToken,
      pid: pidOf('store'),
    },
    clickhouse: clickhouse && {
      clusterName: clickhouse.clusterName,
      users: clickhouse.users,
      nodes: clickhouse.nodes.map((node) => ({
        name: node.name,
        shard: node.shard,
        replica: node.replica,
        httpUrl: node.httpUrl,
        httpPort: node.httpPort,
        tcpPort: node.tcpPort,
        pid: node.pid,
        logFile: node.logFile,
      })),
    },
  }
}
