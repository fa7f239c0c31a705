import { Panel, type PanelProps } from '@frostline/ui'
import type { Storage } from '../hooks/use-storage.ts'
import { PolicyItem } from './policy-item.tsx'
import { SettingsMeanings } from './settings-meanings.tsx'

type Props = Omit<PanelProps, 'title' | 'children'> & { cluster: string; storage: Storage | undefined }

/** The policies that tier come first, the most used of them on top. */
export function PoliciesPanel({ cluster, storage, ...panel }: Props) {
  const seen = storage ? storage.byNode.length - storage.coverage.missingNodes.length : 0
  const policies = storage?.policies.toSorted(
    (a, b) => b.volumes.length - a.volumes.length || b.tableCount - a.tableCount,
  )
  return (
    <Panel
      title="Storage policies"
      description="Volumes in the order in which the server fills them. Non-default settings are highlighted."
      flush
      minHeightPx={300}
      {...panel}
    >
      <ul aria-label="Storage policies" className="divide-y">
        {policies?.map((policy) => (
          <li key={policy.name}>
            <PolicyItem cluster={cluster} policy={policy} onEveryNode={policy.nodes.length >= seen} />
          </li>
        ))}
      </ul>
      <SettingsMeanings />
    </Panel>
  )
}
