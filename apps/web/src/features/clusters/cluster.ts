import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type Cluster = RouterOutputs['clusters']['list']['clusters'][number]
export type ClusterNode = Cluster['nodes'][number]
export type ConnectionReport = RouterOutputs['clusters']['testConnection']
export type NodeReport = ConnectionReport['nodes'][number]
export type ConnectionCheck = NodeReport['checks'][number]
export type DiscoveredCluster = RouterOutputs['clusters']['discoverNodes']['clusters'][number]
