import type { Report, StorageFinding } from './finding.ts'
import { lintDisk } from './lint-disks.ts'
import { lintPolicy } from './lint-policies.ts'
import type { NodeStorageFacts } from './node-storage-facts.ts'
import type { StorageDraft } from './storage-draft.ts'

/**
 * What is wrong with a draft, before any server sees it: the server's own rules, and tiering rules that it does not
 * know. Without an error the server accepts it, as far as system tables show; errors come first.
 */
export function lintDraft(draft: StorageDraft, nodes: readonly NodeStorageFacts[]): StorageFinding[] {
  const findings: StorageFinding[] = []
  const report: Report = (level, at, setting, text, hint) => {
    findings.push({ level, at, setting, text, hint })
  }
  if (draft.disks.length === 0 && draft.policies.length === 0)
    report('error', '', null, 'It contains no disk and no policy.', 'Add one.')
  for (const [index, disk] of draft.disks.entries())
    lintDisk(disk, draft.disks.slice(0, index), nodes, report)
  for (const [index, policy] of draft.policies.entries())
    lintPolicy(policy, draft.policies.slice(0, index), draft.disks, nodes, report)
  return findings.sort((a, b) => (a.level === b.level ? 0 : a.level === 'error' ? -1 : 1))
}

export function hasErrors(findings: readonly StorageFinding[]): boolean {
  return findings.some(({ level }) => level === 'error')
}
