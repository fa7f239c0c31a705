import { type Disk, groupDisks } from '../group-disks.ts'
import { DiskItem } from './disk-item.tsx'

/** The disks of a node, each cache drawn around its disk. */
export function DiskList({ node, disks }: { node: string; disks: readonly Disk[] }) {
  return (
    <ul aria-label={`Disks of ${node}`} className="flex flex-col gap-2.5">
      {groupDisks(disks).map(({ disk, under }) => (
        <li
          key={disk.name}
          className={`rounded-md border p-3 ${disk.cachePath === null ? '' : 'border-cache/50'}`}
        >
          <DiskItem node={node} disk={disk} />
          {under.map((below) => (
            <DiskItem key={below.name} node={node} disk={below} nested />
          ))}
        </li>
      ))}
    </ul>
  )
}
