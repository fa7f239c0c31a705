import { Badge, joinClasses, TierBadge } from '@frostline/ui'
import type { Volume } from '../hooks/use-storage.ts'
import { listSettings } from '../volume-settings.ts'

interface Props {
  volume: Volume
  /** From 1, in the order in which the server fills them. */
  place: number
  last: boolean
}

/** A volume with its disks and every setting; non-default ones stand out. */
export function VolumeCard({ volume, place, last }: Props) {
  const tiers = [...new Set(volume.disks.map(({ tier }) => tier))]
  const tier = tiers.length === 1 ? tiers[0] : 'unknown'
  return (
    <div
      className={joinClasses(
        'flex min-w-0 flex-1 flex-col gap-2 rounded-md border border-l-4 p-3 md:w-84 md:flex-none',
        tier === 'hot' && 'border-l-hot',
        tier === 'cold' && 'border-l-cold',
        tier === 'unknown' && 'border-l-unknown',
      )}
    >
      <p className="flex items-center gap-2">
        <span aria-hidden className="text-ink-3 text-xs">
          {place}
        </span>
        <span className="truncate font-medium font-mono text-sm">{volume.name}</span>
        <span className="ml-auto flex shrink-0 gap-1">
          {tiers.map((each) => (
            <TierBadge key={each} tier={each} />
          ))}
        </span>
      </p>
      <p className="flex flex-wrap gap-1.5">
        {volume.disks.map((disk) => (
          <Badge key={disk.name} mono>
            {`disk ${disk.name}`}
          </Badge>
        ))}
      </p>
      <dl className="text-xs">
        {listSettings(volume, last).map(({ name, value, meaning, changed }) => (
          <div key={name} title={meaning} className="flex items-baseline justify-between gap-3">
            <dt className={joinClasses('truncate font-mono text-2xs leading-5', !changed && 'text-ink-3')}>
              {name}
            </dt>
            <dd className={joinClasses('whitespace-nowrap', changed ? 'font-medium' : 'text-ink-3')}>
              {value}
              {changed ? <span className="sr-only">, not the default</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
