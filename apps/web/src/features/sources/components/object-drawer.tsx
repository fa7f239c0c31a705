'use client'
import { Drawer, Tabs } from '@frostline/ui'
import { useState } from 'react'
import { showText } from '../name-of-key.ts'
import type { ObjectAt } from '../source.ts'
import { DownloadButton } from './download-button.tsx'
import { RowsTab } from './rows-tab.tsx'
import { TextTab } from './text-tab.tsx'

interface ObjectDrawerProps {
  id: string
  bucket: string
  /** Empty: none is open. */
  objectKey: string
  onClose: () => void
}

/** One object: its first rows as ClickHouse reads them, its raw text, a link to download it. */
export function ObjectDrawer({ id, bucket, objectKey, onClose }: ObjectDrawerProps) {
  return (
    <Drawer
      title={showText(objectKey.split('/').at(-1) || objectKey) || 'Object'}
      description={<span className="break-all font-mono">{showText(`${bucket}/${objectKey}`)}</span>}
      open={objectKey !== ''}
      onOpenChange={(next) => (next ? undefined : onClose())}
      className="max-w-4xl"
    >
      {objectKey === '' ? null : (
        <ObjectBody key={`${bucket}/${objectKey}`} at={{ id, bucket, key: objectKey }} />
      )}
    </Drawer>
  )
}

function ObjectBody({ at }: { at: ObjectAt }) {
  const [tab, setTab] = useState<'rows' | 'text'>('rows')
  return (
    <div className="flex flex-col gap-4 p-5">
      <DownloadButton at={at} />
      <Tabs
        label="Preview"
        value={tab}
        onValueChange={setTab}
        items={[
          { value: 'rows', label: 'Rows', panel: <RowsTab at={at} /> },
          { value: 'text', label: 'Raw text', panel: <TextTab at={at} /> },
        ]}
      />
    </div>
  )
}
