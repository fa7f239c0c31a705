import {
  checkGrants,
  createNodeClient,
  discoverClusters,
  listLogTables,
  listStoragePolicies,
  type NodeClient,
  type NodeIdentity,
  observeNodeIdentity,
} from '@frostline/clickhouse'
import { type Connection, nodeName } from '../cluster-input.ts'
import { addressHint, type NodeGate } from '../node-address.ts'
import { attemptCheck } from './attempt-check.ts'
import type { NodeFacts } from './compare-nodes.ts'
import { type ConnectionCheck, makeCheck, type NodeReport } from './connection-report.ts'
import { explainNoAnswer } from './explain-no-answer.ts'
import { judgeClock, judgeClusterName, judgeGrants, judgeLogTables, judgeVersion } from './judge-answers.ts'
import { judgeTls } from './judge-tls.ts'

const timeoutMs = 5_000

export interface InspectedNode {
  report: NodeReport
  /** Only for a node that answered. */
  facts: NodeFacts | undefined
}

/** Inspects one node step by step, and never throws because of a result. Takes at most about 20 s. */
export async function inspectNode(
  connection: Connection,
  node: Connection['nodes'][number],
  gate: NodeGate,
): Promise<InspectedNode> {
  const name = nodeName(node)
  const client = createNodeClient({
    url: node.url,
    username: connection.username,
    password: connection.password,
    name,
    requestTimeoutMs: timeoutMs,
    tls: { rejectUnauthorized: connection.tlsVerify, caPem: connection.tlsCaPem ?? undefined },
    lookup: gate.lookup,
  })
  const report = (checks: ConnectionCheck[], identity?: NodeIdentity): NodeReport => ({
    name,
    url: node.url,
    shard: node.shard,
    replica: node.replica,
    version: identity?.version ?? null,
    displayName: identity?.displayName ?? null,
    usable: identity !== undefined && checks.every((check) => check.status !== 'failed'),
    checks,
  })
  try {
    if (gate.fault !== null)
      return {
        report: report([makeCheck('reachable', 'failed', gate.fault, { hint: addressHint })]),
        facts: undefined,
      }
    const identity = await observeNodeIdentity(client, connection.clusterName ?? undefined)
    const [rest, policies] = await Promise.all([
      inspectFurther(client, connection, identity),
      readPolicies(client),
    ])
    const { hostName, displayName, tcpPort } = identity
    return {
      report: report([...answeredChecks(connection, node.url), ...rest], identity),
      facts: { name, url: node.url, hostName, displayName, tcpPort, policies },
    }
  } catch (thrown) {
    const checks = await explainNoAnswer(connection, node.url, { client, gate }, thrown)
    return { report: report(checks), facts: undefined }
  } finally {
    await client.close()
  }
}

function answeredChecks(connection: Connection, url: string): ConnectionCheck[] {
  const reachable = makeCheck('reachable', 'passed', 'The address answers.')
  return [
    reachable,
    judgeTls(connection, url),
    makeCheck('authenticated', 'passed', `Signed in as ${connection.username}.`),
  ]
}

async function inspectFurther(
  client: NodeClient,
  connection: Connection,
  identity: NodeIdentity,
): Promise<ConnectionCheck[]> {
  const [grants, logTables, clusters] = await Promise.all([
    attemptCheck('grants', async () => judgeGrants(await checkGrants(client))),
    attemptCheck('log_tables', async () => {
      const { rows } = await client.query(listLogTables, {})
      return judgeLogTables(rows.map((row) => row.name))
    }),
    attemptCheck('cluster_name', async () => {
      const known = await discoverClusters(client)
      return judgeClusterName(
        connection.clusterName,
        known.map((cluster) => cluster.cluster),
      )
    }),
  ])
  const found = [
    judgeVersion(identity.version),
    grants,
    logTables,
    judgeClock(identity.clockSkewMs),
    clusters,
  ]
  return found.filter((check) => check !== undefined)
}

async function readPolicies(client: NodeClient): Promise<NodeFacts['policies']> {
  try {
    return (await client.query(listStoragePolicies, {})).rows
  } catch {
    return undefined
  }
}
