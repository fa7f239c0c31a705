import { z } from 'zod'

/** Address and token of the supervisor of `npm start`; the token is as good as a shell on that machine. */
export interface SupervisorEndpoint {
  url: string
  token: string
}

const described = z.object({
  clickhouse: z.object({ nodes: z.array(z.object({ name: z.string(), httpUrl: z.string() })) }).nullable(),
})

/** A stop takes up to 20 s, a start up to 60 s. */
const restartTimeoutMs = 120_000

export type RestartOutcome =
  | { kind: 'restarted' }
  /** The supervisor reports that the node did not start, and its last output. */
  | { kind: 'failed'; text: string }
  /** It is unknown whether it restarts. */
  | { kind: 'unknown'; text: string }

/** Addresses of the supervisor's nodes, with the supervisor's name for each. */
export async function listSupervisedNodes(door: SupervisorEndpoint): Promise<Map<string, string>> {
  const response = await fetch(`${door.url}/`, {
    headers: authorization(door),
    signal: AbortSignal.timeout(5_000),
  })
  if (!response.ok) throw new Error(`The supervisor answered ${response.status}.`)
  const { clickhouse } = described.parse(await response.json())
  return new Map(clickhouse?.nodes.map(({ name, httpUrl }) => [httpUrl, name]))
}

/** Restarts one node and returns when it answers again, or certainly will not. */
export async function restartSupervisedNode(door: SupervisorEndpoint, name: string): Promise<RestartOutcome> {
  try {
    const response = await fetch(`${door.url}/clickhouse/${encodeURIComponent(name)}/restart`, {
      method: 'POST',
      headers: authorization(door),
      signal: AbortSignal.timeout(restartTimeoutMs),
    })
    const text = (await response.text()).trim()
    return response.ok ? { kind: 'restarted' } : { kind: 'failed', text }
  } catch (error) {
    return { kind: 'unknown', text: error instanceof Error ? error.message : String(error) }
  }
}

function authorization(door: SupervisorEndpoint): Record<string, string> {
  return { authorization: `Bearer ${door.token}` }
}
