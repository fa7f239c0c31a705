import type { Settings } from './settings.ts'
import { describeStore, type Engines } from './start-engines.ts'
import type { SupervisorState } from './state.ts'

/** The store of the demo as a source that the set-up saves (FROSTLINE_SETUP_SOURCE). Only beside nodes of the demo. */
export function describeSetupSource(
  settings: Settings,
  state: SupervisorState,
  { clickhouse }: Engines,
): Record<string, string> {
  if (!clickhouse && settings.demo !== 'replicated') return {}
  const { source: demo, cold } = describeStore({ settings, state })
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = demo
  const source = {
    name: 'Demo store',
    endpoint,
    region,
    // Also that of the cold disks: audits look into it.
    buckets: [...new Set([bucket, cold.bucket])],
    auth: 'keys',
    accessKeyId,
    secretAccessKey,
  }
  return { FROSTLINE_SETUP_SOURCE: JSON.stringify(source) }
}

const localHost = /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/i

/**
 * The store of the demo and the nodes are on this machine, where sources and nodes are refused else; so may nodes be that
 * the environment names. What it says of addresses comes first.
 */
export function describeSourceAccess({ sourceAddresses, clickhouse }: Settings): Record<string, string> {
  const isLocal = clickhouse === undefined || clickhouse.urls.some((url) => localHost.test(url))
  return { FROSTLINE_SOURCE_ADDRESSES: sourceAddresses ?? (isLocal ? '127.0.0.0/8,::1' : '') }
}
