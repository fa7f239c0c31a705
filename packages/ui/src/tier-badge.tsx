import { Flame, HardDriveDownload, HelpCircle, Snowflake } from 'lucide-react'
import { Badge } from './badge.tsx'

const icons = {
  hot: <Flame aria-hidden />,
  cold: <Snowflake aria-hidden />,
  cache: <HardDriveDownload aria-hidden />,
  unknown: <HelpCircle aria-hidden />,
}

export interface TierBadgeProps {
  tier: keyof typeof icons
  /** A volume or disk name; defaults to the name of the tier. */
  children?: string | undefined
}

export function TierBadge({ tier, children }: TierBadgeProps) {
  return (
    <Badge tone={tier}>
      {icons[tier]}
      <span className="truncate">{children ?? tier}</span>
    </Badge>
  )
}
