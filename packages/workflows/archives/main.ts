import { parseArgs } from 'node:util'
import { openArchiveLab } from '../src/testing/archive-lab.ts'
import { tripTables } from '../src/testing/archives/trip-tables.ts'

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '500' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
})
const [tables, seed, from] = [values.tables, values.seed, values.from].map(Number) as [number, number, number]
const lab = await openArchiveLab({ shards: 2 })
const report = await tripTables(lab, { tables, seed, from, report: (line) => console.log(line) }).finally(
  () => lab.close(),
)
console.log(report.faults.join('\n\n'))
console.log(JSON.stringify({ ...report, faults: report.faults.length }))
