import { TierSwatch } from '../tier-bar.tsx'

export function HeatMapLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-3 text-xs">
      <li className="flex items-center gap-1.5">
        <TierSwatch tier="hot" /> hot
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="flex size-2.5 flex-col overflow-hidden rounded-xs">
          <span className="h-1/2 bg-hot" />
          <span className="h-1/2 bg-cold" />
        </span>
        mixed
      </li>
      <li className="flex items-center gap-1.5">
        <TierSwatch tier="cold" /> cold
      </li>
      <li className="flex items-center gap-1.5">
        <TierSwatch tier="unknown" /> unknown
      </li>
      <li className="flex items-center gap-1.5">
        fewer bytes
        <span aria-hidden className="flex gap-0.5">
          {['opacity-35', 'opacity-55', 'opacity-80', 'opacity-100'].map((opacity) => (
            <span key={opacity} className={`size-2.5 rounded-xs bg-ink-3 ${opacity}`} />
          ))}
        </span>
        more
      </li>
    </ul>
  )
}
