'use client'
import { Button, buttonClasses, SearchInput, Select } from '@frostline/ui'
import { Pencil } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { WithoutData } from '@/trpc/without-data.tsx'
import { useSource } from '../hooks/use-sources.ts'
import { listFolderSteps } from '../name-of-key.ts'
import { describeEndpoint, type Source } from '../source.ts'
import { FolderPanel } from './folder-panel.tsx'
import { ObjectDrawer } from './object-drawer.tsx'
import { SearchPanel } from './search-panel.tsx'

/** The folder, the search below it, and the open object. */
const params = { bucket: textParam(), prefix: textParam(), search: textParam(), object: textParam() }

export function BrowserPage({ id }: { id: string }) {
  return (
    <NeedsRole needed="operator" title="Objects" task="Browsing buckets">
      <Browser id={id} />
    </NeedsRole>
  )
}

function Browser({ id }: { id: string }) {
  const query = useSource(id)
  if (query.data) return <Buckets source={query.data} />
  return (
    <>
      <PageHeader title="Objects" />
      <WithoutData query={query} task="read the source" rows={10} />
    </>
  )
}

function Buckets({ source }: { source: Source }) {
  const admin = useRoleAllows('admin', 'everything')
  const [{ bucket: named, prefix, search, object }, setUrl] = useUrlState(params)
  const bucket = named === '' ? (source.buckets[0] ?? '') : named
  const at = { id: source.id, bucket, prefix }
  return (
    <>
      <PageHeader
        crumb={source}
        title={source.name}
        description={describeEndpoint(source)}
        actions={
          admin ? (
            <Link href={routes.editSource(source.id)} className={buttonClasses('secondary')}>
              <Pencil aria-hidden /> Edit source
            </Link>
          ) : null
        }
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {source.buckets.length > 1 ? (
            <Select
              label="Bucket"
              size="sm"
              value={bucket}
              options={source.buckets.map((value) => ({ value, label: value }))}
              onValueChange={(next) =>
                setUrl({ bucket: next, prefix: '', search: '', object: '' }, { history: 'push' })
              }
            />
          ) : null}
          <FolderTrail {...at} />
        </div>
        <SearchForm
          key={search}
          text={search}
          onSearch={(text) => setUrl({ search: text, object: '' }, { history: 'push' })}
        />
      </div>
      {search === '' ? (
        <FolderPanel key={`${bucket}/${prefix}`} {...at} />
      ) : (
        <SearchPanel {...at} text={search} />
      )}
      <ObjectDrawer
        id={source.id}
        bucket={bucket}
        objectKey={object}
        onClose={() => setUrl({ object: '' }, { history: 'push' })}
      />
    </>
  )
}

interface SearchFormProps {
  /** The current search; empty: none. */
  text: string
  onSearch: (text: string) => void
}

/** Submits on Enter, not while typing: a search lists the bucket. */
function SearchForm({ text, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search className="w-full sm:w-auto">
      <form onSubmit={submit} className="flex items-center gap-2">
        <SearchInput
          label="Search below this folder"
          placeholder="Part of a name, or *.csv.gz"
          value={typed}
          onValueChange={setTyped}
          maxLength={200}
          className="min-w-0 flex-1 sm:w-64 sm:flex-none"
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          Search
        </Button>
        {text === '' ? null : (
          <Button variant="ghost" onClick={() => onSearch('')}>
            Back to the folder
          </Button>
        )}
      </form>
    </search>
  )
}

interface FolderTrailProps {
  id: string
  bucket: string
  prefix: string
}

/** The path from the bucket to the current folder, which is the last step. */
function FolderTrail({ id, bucket, prefix }: FolderTrailProps) {
  const steps = listFolderSteps(bucket, prefix)
  return (
    <nav aria-label="Folder" className="min-w-0">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1.5 font-mono text-sm">
        {steps.map((step, index) => (
          <li key={step.prefix} className="flex min-w-0 items-center gap-1.5">
            {index > 0 ? (
              <span aria-hidden className="text-ink-3">
                /
              </span>
            ) : null}
            {index === steps.length - 1 ? (
              <span aria-current="page" className="break-all font-medium">
                {step.label}
              </span>
            ) : (
              <Link
                href={routes.browseSource(id, { bucket, prefix: step.prefix })}
                className="break-all rounded-sm text-ink-2 hover:text-ink hover:underline"
              >
                {step.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
