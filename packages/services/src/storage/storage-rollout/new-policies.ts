import { z } from 'zod'

/** What a node ran before under each name (`disk x`, `policy y`); null for a name it did not know. */
export const runsBefore = z.record(z.string(), z.array(z.string()).nullable())

/** Policies that some of these nodes did not have before, and that a revert removes. */
export function listNewPolicies(steps: readonly { runsBefore: unknown }[]): string[] {
  return steps.flatMap((step) =>
    Object.entries(runsBefore.parse(step.runsBefore)).flatMap(([name, lines]) =>
      lines === null && name.startsWith('policy ') ? [name.slice('policy '.length)] : [],
    ),
  )
}
