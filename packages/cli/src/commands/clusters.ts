import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { ExitName } from '../exit-codes.ts'
import { formatCount } from '../format/quantities.ts'
import { renderTable } from '../format/render-table.ts'
import type { CommonOptions, Host, Session } from '../session.ts'

export function addClustersCommand(program: Command, host: Host): void {
  defineCommand(program, 'clusters', 'List clusters', ['clusters', 'clusters --json']).action(
    (options: CommonOptions) => host.run(options, listClusters),
  )
}

async function listClusters(session: Session): Promise<ExitName> {
  const answer = await session.api.call('GET /clusters', {})
  session.print(answer, () =>
    renderTable(answer.clusters, [
      { title: 'CLUSTER', text: ({ slug }) => slug },
      { title: 'NAME', text: ({ name }) => name },
      {
        title: 'SHARDS',
        text: ({ nodes }) => formatCount(new Set(nodes.map(({ shard }) => shard)).size),
        right: true,
      },
      { title: 'NODES', text: ({ nodes }) => formatCount(nodes.length), right: true },
      { title: 'START NEEDS APPROVAL', text: ({ approvalRequired }) => (approvalRequired ? 'yes' : 'no') },
    ]),
  )
  return 'ok'
}
