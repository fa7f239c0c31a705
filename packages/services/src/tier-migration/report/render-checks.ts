import type { TierMigrationProof } from '../export-proof.ts'
import { type Html, html } from './html.ts'

/** Each finding once, with the replicas that gave it. */
export function renderChecks({ migration }: TierMigrationProof): Html {
  if (migration.checks.length === 0) return html`<p>None. A deep check moves nothing.</p>`
  const nodesBy = new Map<string, { outcome: string; text: string; nodes: string[] }>()
  for (const { outcome, text, node } of migration.checks) {
    const key = JSON.stringify([outcome, text])
    const found = nodesBy.get(key) ?? { outcome, text, nodes: [] }
    if (node !== null) found.nodes.push(node)
    nodesBy.set(key, found)
  }
  return html`<ul>${[...nodesBy.values()].map(
    ({ outcome, text, nodes }) =>
      html`<li>${outcome}${nodes.length === 0 ? '' : ` on ${nodes.join(', ')}`}: ${text}</li>`,
  )}</ul>`
}
