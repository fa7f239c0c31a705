'use client'
import { Button, ErrorState, Field, Input, RadioGroup } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { DiscoveredCluster } from '../cluster.ts'
import { nodesOfDiscovered, toConnection } from '../cluster-draft.ts'
import { describeTopology } from '../group-by-shard.ts'
import type { ClusterFormState } from '../use-cluster-form.ts'

interface DiscoverNodesProps {
  form: ClusterFormState
  hasStored: boolean
}

/** Queries one node for its clusters and fills the rows with the selected one. */
export function DiscoverNodes({ form, hasStored }: DiscoverNodesProps) {
  const trpc = useTRPC()
  const [url, setUrl] = useState('')
  const [missing, setMissing] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const discover = useMutation(trpc.clusters.discoverNodes.mutationOptions())
  const find = () => {
    setMissing(url.trim() === '')
    if (!form.ready('discovery') || url.trim() === '') return
    if (hasStored && form.draft.password === '') {
      form.askPassword()
      return
    }
    setChosen(null)
    const { username, password, tlsVerify, tlsCaPem } = toConnection(form.draft)
    discover.mutate({ url: url.trim(), username, password, tlsVerify, tlsCaPem })
  }
  const choose = (found: DiscoveredCluster) => {
    setChosen(found.clusterName)
    form.change({ nodes: nodesOfDiscovered(found), clusterName: found.clusterName })
  }
  const clusters = discover.data?.clusters ?? []
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border bg-sunken p-3">
      <legend className="sr-only">Discover nodes</legend>
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label="Discover from one node"
          hint="Frostline reads the other nodes from its system.clusters. Or fill in the rows below."
          error={missing && url.trim() === '' ? 'Enter the address of one node.' : undefined}
          className="min-w-0 flex-1 basis-60"
        >
          <Input
            mono
            value={url}
            onValueChange={setUrl}
            placeholder="https://host:8443"
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              find()
            }}
          />
        </Field>
        <Button icon={<Search aria-hidden />} busy={discover.isPending} onClick={find} className="sm:mt-6">
          Find nodes
        </Button>
      </div>
      {discover.error ? (
        <ErrorState error={reportError(discover.error, 'find nodes')} className="rounded-md bg-danger-soft" />
      ) : null}
      {discover.data && clusters.length === 0 ? (
        <p role="status" className="text-ink-2 text-sm">
          This node has no clusters in system.clusters. Enter the addresses manually.
        </p>
      ) : null}
      {clusters.length > 0 ? (
        <RadioGroup
          label="Clusters in system.clusters"
          value={chosen}
          onValueChange={(name) => {
            const found = clusters.find(({ clusterName }) => clusterName === name)
            if (found) choose(found)
          }}
          options={clusters.map((found) => ({
            value: found.clusterName,
            label: <span className="font-mono">{found.clusterName}</span>,
            description: describeTopology(found.nodes),
          }))}
        />
      ) : null}
    </fieldset>
  )
}
