import { listSupervisedNodes, type SupervisorDoor } from './supervisor-door.ts'

/** What a worker may do about configuration on its own machine: said by whoever starts it, never by the console. */
export interface ConfigurationAccess {
  /** It writes below these folders alone. */
  roots: readonly string[]
  /** Restarts the nodes that it runs. */
  supervisor: SupervisorDoor | null
}

export const noConfigurationAccess: ConfigurationAccess = { roots: [], supervisor: null }

/** Names by address of the nodes that are restarted by themselves; none where nobody can be asked. */
export async function findSupervisedNodes(access: ConfigurationAccess): Promise<Map<string, string>> {
  return access.supervisor ? listSupervisedNodes(access.supervisor) : new Map()
}
