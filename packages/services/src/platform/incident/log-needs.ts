import type { IncidentLane } from '@frostline/domain'

const keep = (log: string) => `Add the section <${log}> to the configuration of the server and restart it.`

/** Logs that lanes are read from, and what makes a server write them. */
export const logNeeds = {
  query_log: {
    log: 'query_log',
    lanes: ['latency', 'failures', 'changes', 'store', 'cache'],
    remedy: `${keep('query_log')} The setting log_queries must be 1.`,
  },
  part_log: {
    log: 'part_log',
    lanes: ['moves', 'merges', 'parts'],
    remedy: keep('part_log'),
  },
  blob_storage_log: {
    log: 'blob_storage_log',
    lanes: ['store'],
    remedy: `${keep('blob_storage_log')} It appears with the first request to a disk on object storage.`,
  },
  error_log: { log: 'error_log', lanes: ['failures'], remedy: keep('error_log') },
} as const satisfies Record<string, { log: string; lanes: readonly IncidentLane[]; remedy: string }>
