import {
  diffStorage,
  draftOfState,
  judgeRollout,
  lintDraft,
  type StateChange,
  type StorageFinding,
  storageSpec,
} from '@frostline/domain'
import { readConfigTarget } from '../../../storage/config-target/read-target.ts'
import type { ServiceContext } from '../../base/context.ts'
import { requireSlug } from '../require-slug.ts'
import type { DryRun, NodeAdapter } from '../state-adapter.ts'
import { readStorage, readStorageFacts } from './read-storage.ts'
import { rollOutStorage } from './roll-out-storage.ts'

/** Disks and storage policies, changed by a proposal and its rollout. What the file leaves out stays. */
export const storageAdapter: NodeAdapter = {
  waitsForNodes: true,
  read: readStorage,
  preview: previewStorage,
  carryOut: rollOutStorage,
}

/** The rules of the designer against what the nodes run, and where files change. */
async function previewStorage(
  ctx: ServiceContext,
  change: StateChange,
  plan: readonly StateChange[],
): Promise<DryRun> {
  const slug = requireSlug(change)
  const nodes = await readStorageFacts(ctx, slug)
  const draft = draftOfState(storageSpec.parse(change.after), (place) => ({ sealed: place }))
  const findings = lintDraft(draft, nodes)
  const errors = findings.filter(({ level }) => level === 'error')
  if (errors.length > 0) return { notes: [], blocked: errors.map(printFinding).join(' ') }
  const target = await readConfigTarget(ctx.db, slug)
  const setsFolders = plan.some(({ kind, cluster }) => kind === 'configFiles' && cluster === slug)
  if (target.kind === 'download' && !setsFolders)
    return {
      notes: [],
      blocked: `The configuration files of ${slug} are set to download only, so no worker can write them. Set clusters.${slug}.configFiles, too.`,
    }
  const open = nodes.filter((node) => judgeRollout(diffStorage(draft, node)) !== 'running')
  const names = (count: number) => `${count} ${count === 1 ? 'node' : 'nodes'}`
  return {
    notes: [
      `Writes the configuration file of ${names(nodes.length)}, one after the other. Each is verified before the next.`,
      open.length > 0
        ? `${names(open.length)} ${open.length === 1 ? 'does' : 'do'} not run it yet. Before the first file is written, ClickHouse checks it, and the rollout says which nodes reload it and which restart.`
        : 'System tables of all nodes show it already. Settings that they do not show, such as the endpoint, are written again, which may need a restart.',
      ...findings.map(printFinding),
    ],
  }
}

const printFinding = ({ at, text, hint }: StorageFinding) =>
  [at === '' ? text : `${at}: ${text}`, hint].filter(Boolean).join(' ')
