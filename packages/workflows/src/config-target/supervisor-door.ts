import { z } from 'zod'

/** Where the supervisor of `npm start` lets itself be asked; its token is as good as a shell on that machine. */
export interface SupervisorDoor {
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
  /** The supervisor says that the node did not come up, and what it said last. */
  | { kind: 'failed'; text: string }
  /** Whether it restarts is not known. */
  | { kind: 'unknown'; text: string }

/** Addresses of the nodes that the supervisor runs, with the name it knows each by. */
export async function listSupervisedNodes(door: SupervisorDoor): Promise<Map<string, string>> {
  const response = await fetch(`${door.url}/`, {
    headers: authorization(door),
    signal: AbortSignal.timeout(5_000),
  })
  if (!response.ok) throw new Error(`The supervisor answered ${response.status}.`)
  const { clickhouse } = described.parse(await response.json())
  return new Map(clickhouse?.nodes.map(({ name, httpUrl }) => [httpUrl, name]))
}

/** Stops and starts one node and returns when it answers again, or when it is clear that it does not. */
export async function restartSupervisedNode(door: SupervisorDoor, name: string): Promise<RestartOutcome> {
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

function authorization(door: SupervisorDoor): Record<string, string> {
  return { authorization: `Bearer ${door.token}` }
}
