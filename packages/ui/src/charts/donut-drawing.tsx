'use client'
import { Pie, PieChart, ResponsiveContainer } from 'recharts'

export interface DonutSlice {
  key: string
  label: string
  value: number
  color: string
}

/** Only the picture; use Donut. */
export default function DonutDrawing({ slices }: { slices: readonly DonutSlice[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <PieChart accessibilityLayer={false} margin={{ top: 0, right: 0, bottom: 0, left: 0 }}>
        <Pie
          data={slices.map((slice) => ({ ...slice, fill: slice.color }))}
          dataKey="value"
          rootTabIndex={-1}
          nameKey="label"
          innerRadius="76%"
          outerRadius="100%"
          startAngle={90}
          endAngle={-270}
          paddingAngle={slices.length > 1 ? 1.5 : 0}
          minAngle={2}
          cornerRadius={3}
          stroke="none"
          isAnimationActive={false}
        />
      </PieChart>
    </ResponsiveContainer>
  )
}
