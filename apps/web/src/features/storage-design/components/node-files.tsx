'use client'
import { Button, CodeBlock, Select } from '@frostline/ui'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '@/navigation/save-file.ts'
import type { ProposalDetail } from '../hooks/use-proposals.ts'

/** The drop-in as each node gets it, to look at and to take away. */
export function NodeFiles({ proposal }: { proposal: ProposalDetail }) {
  const [chosen, setChosen] = useState(proposal.byNode[0]?.node ?? '')
  const file = proposal.byNode.find(({ node }) => node === chosen) ?? proposal.byNode[0]
  if (!file) return <p className="text-ink-3 text-sm">The cluster has no nodes.</p>
  const sealed = proposal.draft.disks.flatMap(({ name, settings }) =>
    Object.entries(settings).flatMap(([setting, value]) =>
      typeof value === 'object' && 'sealed' in value ? [`${setting} of ${name}`] : [],
    ),
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Select
          label="Node"
          value={file.node}
          options={proposal.byNode.map(({ node }) => ({ value: node, label: node }))}
          onValueChange={setChosen}
          className="max-w-64"
        />
        <Button
          icon={<Download aria-hidden />}
          onClick={() => saveFile(`${file.node}-storage.xml`, file.xml, 'application/xml')}
        >
          Download
        </Button>
      </div>
      {sealed.length > 0 ? (
        <p className="text-warn-ink text-xs">
          {sealed.join(', ')} {sealed.length === 1 ? 'is' : 'are'} left empty, because secrets are not shown.
          Enter it on the node.
        </p>
      ) : null}
      <p className="text-ink-3 text-xs">
        Put it into config.d of the server. New disks and policies take effect with SYSTEM RELOAD CONFIG.
        Settings that need a restart are marked.
      </p>
      <CodeBlock language="text" label={`File of ${file.node}`} code={file.xml} className="max-h-96" />
    </div>
  )
}
