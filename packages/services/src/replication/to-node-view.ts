import type { NodeReplicas } from './read-replicas.ts'
import type { NodeReplicationView } from './schema.ts'

/** The sums of one node. */
export function toNodeFigures(value: NodeReplicas): NonNullable<NodeReplicationView['figures']> {
  const { states, queues, fetches, mutations } = value
  const { events, metrics } = value.keeper
  const expired = states.some((state) => state.is_session_expired)
  const lostSeconds = Number(metrics.ZooKeeperConnectionLossStartedTimestampSeconds ?? 0n)
  return {
    tables: states.length,
    readOnly: states.filter((state) => state.is_readonly || state.is_session_expired).length,
    maxDelaySeconds: states.reduce((most, state) => Math.max(most, Number(state.absolute_delay)), 0),
    queueEntries: states.reduce((sum, state) => sum + state.queue_size, 0),
    failingEntries: queues.reduce((sum, row) => sum + Number(row.failing), 0),
    fetches: fetches.reduce((sum, row) => sum + Number(row.fetches), 0),
    fetchBytesPerSecond: fetches.reduce((sum, row) => sum + (row.bytes_per_second ?? 0), 0),
    pendingMutations: mutations.reduce((sum, row) => sum + Number(row.pending), 0),
    keeper: {
      // The metric of sessions stays at 1 while Keeper hangs (26.7); what the tables say is right then.
      connected: states.length === 0 ? null : !expired && lostSeconds === 0,
      lostAt: lostSeconds === 0 ? null : new Date(lostSeconds * 1000),
      sessions: events.ZooKeeperInit ?? 0n,
      failures: events.ZooKeeperHardwareExceptions ?? 0n,
      requests: events.ZooKeeperTransactions ?? 0n,
      waitMicroseconds: events.ZooKeeperWaitMicroseconds ?? 0n,
    },
  }
}
