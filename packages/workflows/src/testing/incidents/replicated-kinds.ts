import type { IncidentKind } from './incident-kinds.ts'
import type { ReplicatedIncidentLab } from './replicated-incident-lab.ts'

/** Incidents that need replicas and Keeper. */
export const replicatedKinds: readonly IncidentKind<ReplicatedIncidentLab>[] = [
  {
    name: 'lagging replica',
    fault: 'SYSTEM STOP FETCHES on one replica, and inserts with a quorum of two.',
    causes: ['replica-lag'],
    async begin(lab) {
      await lab.stopFetches(lab.laggard, 'events')
      return () => lab.startFetches(lab.laggard, 'events')
    },
  },
  {
    name: 'ZooKeeper away',
    fault: 'ZooKeeper is killed.',
    causes: ['keeper-away'],
    async begin(lab) {
      await lab.kill('zookeeper')
      return async () => {
        await lab.start('zookeeper')
        await lab.waitForEqualReplicas('events')
      }
    },
  },
]
