export {
  registerCluster,
  registerClusterInput,
  registeredCluster,
  removeCluster,
  removeClusterInput,
  updateCluster,
  updateClusterInput,
} from './change-clusters.ts'
export type { ClusterConnection, ConnectedNode } from './cluster-connection.ts'
export { type ClusterDirectory, createClusterDirectory } from './cluster-directory.ts'
export { connectionInput } from './cluster-input.ts'
export { clusterView } from './cluster-view.ts'
export { connectionReport } from './connection/connection-report.ts'
export { discoveredNodes, discoverNodes, discoverNodesInput } from './discover-nodes.ts'
export {
  clusterRef,
  getCluster,
  listRegisteredClusters,
  listStoppedMoves,
  stoppedMovesView,
} from './read-clusters.ts'
export { testCluster, testConnection } from './test-connection.ts'
