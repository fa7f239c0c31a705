export type { ClusterConnection, ConnectedNode } from './cluster-connection.ts'
export { type ClusterDirectory, createClusterDirectory } from './cluster-directory.ts'
export { type ConnectionInput, connectionInput } from './cluster-input.ts'
export { type ClusterView, clusterView } from './cluster-view.ts'
export {
  type ConnectionCheck,
  type ConnectionReport,
  connectionReport,
  type NodeReport,
} from './connection/connection-report.ts'
export { type DiscoveredNodes, discoveredNodes, discoverNodes, discoverNodesInput } from './discover-nodes.ts'
export { clusterRef, getCluster } from './get.ts'
export { listRegisteredClusters } from './list.ts'
export { listStoppedMoves, stoppedMovesView } from './list-stopped-moves.ts'
export { normalizeNodeUrl } from './node-url.ts'
export { registerCluster, registerClusterInput, registeredCluster } from './register.ts'
export { removeCluster, removeClusterInput } from './remove.ts'
export { testCluster, testConnection } from './test-connection.ts'
export { updateCluster, updateClusterInput } from './update.ts'
