/** Lanes of the Incident page, in the order in which they are shown. */
export const incidentLanes = [
  'latency',
  'failures',
  'changes',
  'alerts',
  'nodes',
  'store',
  'cache',
  'moves',
  'merges',
  'parts',
  'disks',
  'replication',
] as const
export type IncidentLane = (typeof incidentLanes)[number]
