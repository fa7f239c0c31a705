import { KeyValueList, Panel, type PanelProps } from '@frostline/ui'
import type { NodeDetail } from '../hooks/use-nodes.ts'

type Props = Omit<PanelProps, 'title' | 'children'> & { node: NodeDetail | undefined }

export function IdentityPanel({ node, ...panel }: Props) {
  const figures = node?.figures
  return (
    <Panel title="Identity" minHeightPx={200} {...panel}>
      {figures ? (
        <KeyValueList
          items={[
            { key: 'Display name', value: figures.displayName, mono: true },
            { key: 'Host name', value: figures.hostName, mono: true },
            { key: 'Address', value: node.url, mono: true },
            { key: 'TCP port', value: String(figures.tcpPort), mono: true },
            { key: 'Time zone', value: figures.timezone },
            ...Object.entries(node.more?.macros ?? {}).map(([key, value]) => ({
              key: `macro ${key}`,
              value,
              mono: true,
            })),
          ]}
        />
      ) : null}
    </Panel>
  )
}
