'use client'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { FindObject } from './find-object.tsx'
import { ObjectPanels } from './object-panels.tsx'
import { PartPanel } from './part-panel.tsx'

const params = {
  key: textParam(),
  node: textParam(),
  database: textParam(),
  table: textParam(),
  part: textParam(),
}

/** One object and who needs it, or one part and its objects. */
export function InspectorPage({ cluster }: { cluster: string }) {
  const [{ key, ...of }] = useUrlState(params)
  return (
    <NeedsRole needed="operator" title="Objects" task="Looking for an object">
      <PageHeader
        title="Objects"
        description="Find the table, part and file that need an object, or the objects of a part. Each search reads the metadata of all files on the nodes."
      />
      <div className="flex flex-col gap-4">
        {of.part === '' ? <FindObject key={key} cluster={cluster} initial={key} /> : null}
        {key === '' ? null : <ObjectPanels cluster={cluster} objectKey={key} />}
        {of.part === '' ? null : <PartPanel cluster={cluster} of={of} />}
      </div>
    </NeedsRole>
  )
}
