'use client'
import { type CacheSetting, explainCacheSetting } from '@frostline/domain'
import { Badge, formatBytes, formatCount, formatCountOf, Panel } from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type GroupedCache, type GroupedSetting, groupSettings } from '../group-settings.ts'
import type { useCaches } from '../hooks/use-caches.ts'

/** Settings of each cache, with meaning and default of each. */
export function SettingsPanel({ query }: { query: ReturnType<typeof useCaches> }) {
  const caches = groupSettings(query.data?.data.byNode ?? [])
  return (
    <Panel
      title="Settings"
      description="Current settings of the nodes. They are set with the disk in the storage configuration."
      minHeightPx={240}
      {...panelFromQuery(query, {
        task: 'read the settings of the caches',
        empty: () => (caches.length > 0 ? null : { title: 'No caches' }),
      })}
    >
      <div className="flex flex-col gap-5">
        {caches.map((cache) => (
          <CacheSettings key={cache.name} {...cache} />
        ))}
      </div>
    </Panel>
  )
}

function CacheSettings({ name, settings }: GroupedCache) {
  const folded = settings.filter(isAtRest)
  return (
    <section aria-label={`Settings of ${name}`}>
      <h3 className="mb-2 font-medium font-mono text-sm">{name}</h3>
      <dl className="divide-y rounded-md border">
        {settings
          .filter((setting) => !isAtRest(setting))
          .map((setting) => (
            <Setting key={setting.name} {...setting} />
          ))}
      </dl>
      {folded.length > 0 ? (
        <details className="mt-2">
          <summary className="cursor-pointer text-ink-2 text-xs">
            {formatCountOf(folded.length, 'more setting')}, advanced, at their defaults
          </summary>
          <dl className="mt-2 divide-y rounded-md border">
            {folded.map((setting) => (
              <Setting key={setting.name} {...setting} />
            ))}
          </dl>
        </details>
      ) : null}
    </section>
  )
}

function isAtRest({ name, values }: GroupedSetting): boolean {
  const known = explainCacheSetting(name)
  return known?.rare === true && values.every(({ value }) => value === known.default)
}

function Setting({ name, values }: GroupedSetting) {
  const known = explainCacheSetting(name)
  const changed = known !== undefined && values.some(({ value }) => value !== known.default)
  return (
    <div className="grid gap-x-6 gap-y-0.5 px-3 py-2 md:grid-cols-[18rem_8rem_minmax(0,1fr)] xl:grid-cols-[18rem_12rem_minmax(0,1fr)]">
      <dt className="min-w-0 break-words font-mono text-xs">{name}</dt>
      <dd className="min-w-0 text-xs">
        {values.map(({ value, nodes }) => (
          <span key={value} className="block">
            <span className="font-medium">{showValue(known, value)}</span>
            {values.length > 1 ? <span className="text-ink-3"> on {nodes.join(', ')}</span> : null}
          </span>
        ))}
        {values.length > 1 ? <Badge tone="warn">nodes differ</Badge> : null}
      </dd>
      <dd className="min-w-0 max-w-[80ch] break-words text-ink-2 text-xs leading-5">
        {known?.meaning ?? 'Unknown setting of this version.'}
        {known ? (
          <span className="block text-2xs text-ink-3">
            default {showValue(known, known.default)}
            {changed ? '' : ', as here'}
          </span>
        ) : null}
      </dd>
    </div>
  )
}

function showValue(setting: CacheSetting | undefined, value: string): string {
  if (setting?.form === 'bytes' && /^\d+$/.test(value)) return formatBytes(BigInt(value))
  if (setting?.form === 'flag') return value === '1' || value === 'true' ? 'on' : 'off'
  if (setting?.form === 'count' && /^\d+$/.test(value)) return formatCount(BigInt(value))
  return value
}
