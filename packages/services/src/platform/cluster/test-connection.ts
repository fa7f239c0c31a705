import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type ConnectionInput, connectionInput } from './cluster-input.ts'
import type { ConnectionReport } from './connection/connection-report.ts'
import { inspectConnection } from './connection/inspect-connection.ts'
import { findCluster } from './find-cluster.ts'
import { exemptOf, gateOf, gateOfRegistered } from './node-address.ts'
import type { clusterRef } from './read-clusters.ts'
import { readPassword } from './read-password.ts'

/** Checks each node of an unsaved connection, and stores nothing. */
export async function testConnection(ctx: ServiceContext, input: ConnectionInput): Promise<ConnectionReport> {
  await authorize(ctx, 'admin', {
    action: 'cluster.test-connection',
    objectType: 'cluster',
    objectName: 'a connection not yet registered',
  })
  return inspectConnection(parseInput(connectionInput, input), ctx.now(), (url) => gateOf(url, exemptOf(ctx)))
}

/** The same for a registered cluster, with its stored password. */
export async function testCluster(
  ctx: ServiceContext,
  input: z.input<typeof clusterRef>,
): Promise<ConnectionReport> {
  await authorize(ctx, 'operator')
  const cluster = await findCluster(ctx.db, input.cluster)
  const connection = { ...cluster, password: await readPassword(ctx, cluster.id) }
  return inspectConnection(connection, ctx.now(), (url) => gateOfRegistered(url, exemptOf(ctx)))
}
