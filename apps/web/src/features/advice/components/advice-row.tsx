import { buttonClasses, IconButton, Menu, MenuItem, RelativeTime } from '@frostline/ui'
import {
  BellOff,
  CalendarClock,
  Coins,
  Ellipsis,
  FileStack,
  Flame,
  HardDrive,
  Inbox,
  type LucideIcon,
  PackageSearch,
  Timer,
} from 'lucide-react'
import Link from 'next/link'
import { describeGain, kindWords, planWords, routeOfPlan } from '../describe-advice.ts'
import type { Advice } from '../hooks/use-advice.ts'

const icons: Record<Advice['kind'], LucideIcon> = {
  'ttl-too-late': HardDrive,
  'queue-growth': Inbox,
  'old-partitions': Coins,
  orphans: PackageSearch,
  'cache-thrash': Flame,
  'small-parts': FileStack,
  'no-ttl': CalendarClock,
}

interface AdviceRowProps {
  cluster: string
  advice: Advice
  operator: boolean
  onHide: (days: 7 | 30 | null) => void
  onFollow: () => void
}

export function AdviceRow({ cluster, advice, operator, onHide, onFollow }: AdviceRowProps) {
  const { kind, subject, sentence, plan, at } = advice
  const Icon = icons[kind]
  const gain = describeGain(advice)
  const name = `${kindWords[kind]}: ${subject}`
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 px-4 py-3 md:grid-cols-[auto_minmax(0,1fr)_8.5rem_auto] md:items-center">
      <Icon aria-hidden className="mt-0.5 size-4 self-start text-ink-3" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium text-sm">{kindWords[kind]}</span>
          <span className="break-all font-mono text-ink-2 text-xs">{subject}</span>
        </p>
        <p className="text-ink-2 text-xs">
          {sentence}{' '}
          <span className="whitespace-nowrap text-ink-3">
            As of <RelativeTime at={at} />.
          </span>
        </p>
      </div>
      <p className="col-start-2 flex items-baseline gap-x-1.5 md:col-start-auto md:flex-col md:items-end">
        <span className="font-medium text-sm tabular-nums">{gain.amount}</span>
        <span className="text-2xs text-ink-3">{gain.of}</span>
      </p>
      <div className="col-start-2 flex items-center gap-1 md:col-start-auto md:w-44 md:justify-end">
        <Link
          href={routeOfPlan(cluster, plan)}
          aria-label={`${planWords[plan.kind]}. ${name}`}
          className={buttonClasses('secondary', 'sm')}
          {...(operator ? { onClick: onFollow } : {})}
        >
          {planWords[plan.kind]}
        </Link>
        {operator ? (
          <Menu
            align="end"
            trigger={<IconButton size="sm" label={`Snooze or dismiss. ${name}`} icon={<Ellipsis />} />}
          >
            <MenuItem icon={<Timer />} onSelect={() => onHide(7)}>
              Snooze for 7 days
            </MenuItem>
            <MenuItem icon={<Timer />} onSelect={() => onHide(30)}>
              Snooze for 30 days
            </MenuItem>
            <MenuItem icon={<BellOff />} onSelect={() => onHide(null)}>
              Dismiss
            </MenuItem>
          </Menu>
        ) : null}
      </div>
    </li>
  )
}
