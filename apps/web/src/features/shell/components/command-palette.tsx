'use client'
import { Spotlight } from '@frostline/ui'
import { Command } from 'cmdk'
import { Database, Monitor, Moon, Network, Search, Sun } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useRoleAllows } from '../../../auth/use-person.ts'
import { routes } from '../../../navigation/routes.ts'
import { useTheme } from '../../../theme/theme-provider.tsx'
import { useClusters } from '../hooks/use-clusters.ts'
import { type SearchTables, useTableSearch } from '../hooks/use-table-search.ts'
import { adminDestinations, commonDestinations, listClusterDestinations } from '../navigation.ts'

export interface CommandPaletteProps {
  /** Slug of the cluster whose tables and pages are offered. */
  cluster: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
  searchTables: SearchTables
}

export function CommandPalette({ cluster, open, onOpenChange, searchTables }: CommandPaletteProps) {
  return (
    <Spotlight title="Search or jump to" open={open} onOpenChange={onOpenChange}>
      <PaletteBody current={cluster} close={() => onOpenChange(false)} searchTables={searchTables} />
    </Spotlight>
  )
}

interface PaletteBodyProps {
  current: string | null
  close: () => void
  searchTables: SearchTables
}

function PaletteBody({ current, close, searchTables }: PaletteBodyProps) {
  const [search, setSearch] = useState('')
  const router = useRouter()
  const clusters = useClusters().data ?? []
  const tables = useTableSearch(searchTables, current, search)
  const isAdmin = useRoleAllows('admin')
  const { setTheme } = useTheme()
  const go = (href: Route) => {
    close()
    router.push(href)
  }
  const choose = (action: () => void) => () => {
    close()
    action()
  }
  return (
    <Command label="Commands" loop className="flex max-h-[70vh] flex-col">
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
        <Command.Input
          autoFocus
          value={search}
          onValueChange={setSearch}
          placeholder="Search tables, pages, clusters, actions"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-ink-3"
        />
      </div>
      <Command.List className="min-h-0 overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-8 text-center text-ink-3">
          {tables.isFetching ? 'Searching tables…' : `No results for “${search}”.`}
        </Command.Empty>
        {current && tables.data && tables.data.length > 0 ? (
          <Group heading="Tables">
            {tables.data.map(({ database, table }) => (
              <Item
                key={`${database}.${table}`}
                value={`table ${database}.${table}`}
                icon={<Database />}
                onSelect={() => go(routes.table(current, database, table))}
              >
                <span className="font-mono text-xs">
                  <span className="text-ink-3">{database}.</span>
                  {table}
                </span>
              </Item>
            ))}
          </Group>
        ) : null}
        <Group heading="Pages">
          {[
            ...(current ? listClusterDestinations(current) : []),
            ...commonDestinations,
            ...(isAdmin ? adminDestinations : []),
          ].map(({ label, icon: Icon, href }) => (
            <Item key={href} value={`page ${label}`} icon={<Icon />} onSelect={() => go(href)}>
              {label}
            </Item>
          ))}
        </Group>
        {clusters.length > 0 ? (
          <Group heading="Clusters">
            {clusters.map((cluster) => (
              <Item
                key={cluster.slug}
                value={`cluster ${cluster.name} ${cluster.slug}`}
                icon={<Network />}
                onSelect={() => go(routes.overview(cluster.slug))}
              >
                {cluster.name}
              </Item>
            ))}
          </Group>
        ) : null}
        <Group heading="Theme">
          <Item value="theme light" icon={<Sun />} onSelect={choose(() => setTheme('light'))}>
            Light theme
          </Item>
          <Item value="theme dark" icon={<Moon />} onSelect={choose(() => setTheme('dark'))}>
            Dark theme
          </Item>
          <Item value="theme system" icon={<Monitor />} onSelect={choose(() => setTheme('system'))}>
            System theme
          </Item>
        </Group>
      </Command.List>
    </Command>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  )
}

interface ItemProps {
  value: string
  icon: ReactNode
  onSelect: () => void
  children: ReactNode
}

function Item({ value, icon, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-ink-2 text-sm aria-selected:bg-hover aria-selected:text-ink [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3"
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </Command.Item>
  )
}
