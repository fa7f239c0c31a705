'use client'
import {
  Button,
  Bytes,
  buttonClasses,
  CodeBlock,
  CopyButton,
  Drawer,
  ErrorState,
  Panel,
  RelativeTime,
  Tabs,
} from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { reportError } from '@/trpc/report-error.ts'
import { showText } from '../name-of-key.ts'
import type { ObjectAt } from '../source.ts'
import { RowsTab } from './rows-tab.tsx'

interface ObjectDrawerProps {
  id: string
  bucket: string
  /** Empty: closed. */
  objectKey: string
  onClose: () => void
}

/** One object: its first rows as ClickHouse reads them, its raw text, a download link. */
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

/** A link is created on request, since each is audited. */
function DownloadButton({ at }: { at: ObjectAt }) {
  const trpc = useTRPC()
  const link = useMutation(trpc.sources.createDownloadLink.mutationOptions())
  return (
    <div className="flex flex-col gap-2">
      {link.data ? (
        <p className="flex flex-wrap items-center gap-2 text-ink-2 text-xs">
          <a href={link.data.url} rel="noreferrer" className={buttonClasses('primary')}>
            <Download aria-hidden /> Download
          </a>
          <CopyButton text={link.data.url} label="Copy link" />
          <span>
            Anyone with the link can read the object. It expires <RelativeTime at={link.data.expiresAt} />.
          </span>
        </p>
      ) : (
        <Button
          className="self-start"
          icon={<Link2 aria-hidden />}
          busy={link.isPending}
          onClick={() => link.mutate(at)}
        >
          Create download link
        </Button>
      )}
      {link.error ? <ErrorState error={reportError(link.error, 'create a link')} /> : null}
    </div>
  )
}

/** The first 64 KiB as stored, read by the console. */
function TextTab({ at }: { at: ObjectAt }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.sources.previewText.queryOptions(at, { retry: false, refetchOnWindowFocus: false }),
  )
  const read = query.data
  return (
    <div className="pt-3">
      <Panel
        title="Raw text"
        minHeightPx={200}
        {...panelFromQuery(query, {
          task: 'read the object',
          empty: ({ sizeBytes }) => (sizeBytes > 0n ? null : { title: 'The object is empty' }),
        })}
        footer={
          read ? (
            <>
              <Bytes value={BigInt(read.readBytes)} /> of <Bytes value={read.sizeBytes} />
              {read.contentType ? `, ${read.contentType}` : ''}
            </>
          ) : undefined
        }
      >
        {read?.looksBinary ? (
          <p className="mb-3 text-ink-2 text-sm">Not plain text. It may be compressed or a binary format.</p>
        ) : null}
        {read ? (
          <CodeBlock code={read.text} language="text" label="Text of the object" className="max-h-128" />
        ) : null}
      </Panel>
    </div>
  )
}
