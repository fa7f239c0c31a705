export type { ClusterConnection, ConnectedNode } from './cluster-connection.ts'
export { type ClusterDirectory, createClusterDirectory } from './cluster-directory.ts'
