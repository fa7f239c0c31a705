import { z } from 'zod'

const tableUuids = z.record(z.string(), z.string())

/** The table's UUID on one node as the plan saw it; undefined when the plan did not see the table there. */
export function readTableUuid(json: unknown, nodeName: string): string | undefined {
  return tableUuids.parse(json)[nodeName]
}
