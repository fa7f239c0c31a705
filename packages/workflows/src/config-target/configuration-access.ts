import { listSupervisedNodes, type SupervisorEndpoint } from './supervisor-endpoint.ts'

/** What a worker may do with configuration on its own machine: set by whoever starts it, never by the console. */
export interface ConfigurationAccess {
  /** It writes only below these folders. */
  roots: readonly string[]
  /** Restarts the nodes that it runs. */
  supervisor: SupervisorEndpoint | null
}

export const noConfigurationAccess: ConfigurationAccess = { roots: [], supervisor: null }

/** Names by address of the nodes that can be restarted automatically; empty without a supervisor. */
export async function findSupervisedNodes(access: ConfigurationAccess): Promise<Map<string, string>> {
  return access.supervisor ? listSupervisedNodes(access.supervisor) : new Map()
}
