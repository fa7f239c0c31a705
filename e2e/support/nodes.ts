import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { type Run, readEndpoints } from './run.ts'

export interface AdminNode {
  readonly name: string
  ask<Row>(sql: string, params?: Record<string, unknown>): Promise<Row[]>
  /** A statement without result rows. */
  run(sql: string): Promise<void>
  close(): Promise<void>
}

/** A separate client for each node, with the administrator's account, which the product does not have. */
export function connectNodes({ dataDir }: Run): AdminNode[] {
  const { clickhouse } = readEndpoints(dataDir)
  const admin = clickhouse?.users.admin
  if (!clickhouse || !admin) throw new Error('endpoints.json lists no ClickHouse with an administrator.')
  return clickhouse.nodes.map(({ name, httpUrl }) => connectNode(name, httpUrl, admin))
}

export function connectNode(
  name: string,
  url: string,
  admin: { readonly username: string; readonly password: string },
): AdminNode {
  const client: ClickHouseClient = createClient({ url, ...admin, application: 'e2e' })
  return {
    name,
    ask: async <Row>(sql: string, params: Record<string, unknown> = {}) => {
      const answer = await client.query({ query: sql, query_params: params, format: 'JSONEachRow' })
      return answer.json<Row>()
    },
    run: async (sql: string) => void (await client.command({ query: sql })),
    close: () => client.close(),
  }
}

/** Runs one statement on all nodes, and joins the rows. */
export async function askAll<Row>(
  nodes: readonly AdminNode[],
  sql: string,
  params: Record<string, unknown> = {},
): Promise<(Row & { node: string })[]> {
  const answers = await Promise.all(
    nodes.map(async (node) => (await node.ask<Row>(sql, params)).map((row) => ({ ...row, node: node.name }))),
  )
  return answers.flat()
}
