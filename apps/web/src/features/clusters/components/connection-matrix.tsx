import type { ConnectionReport, NodeReport } from '../cluster.ts'
import { checkMeanings, checkNames, nodeChecks } from '../report/check-words.ts'
import { CheckMark } from './check-mark.tsx'

/** Nodes by checks. A check that a node did not reach is left open: neither passed nor failed. */
export function ConnectionMatrix({ report }: { report: ConnectionReport }) {
  const columns = nodeChecks.filter(
    (id) => id !== 'cluster_name' || report.nodes.some((node) => checkOf(node, id)),
  )
  return (
    <section
      aria-label="Checks by node, scrollable"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border scrollbar-thin"
    >
      <table className="w-full border-collapse bg-surface text-sm">
        <caption className="sr-only">Checks by node</caption>
        <thead>
          <tr className="bg-sunken text-ink-3 text-xs">
            <th scope="col" className="sticky left-0 z-10 bg-sunken px-3 py-1.5 text-left font-normal">
              Node
            </th>
            {columns.map((id) => (
              <th
                key={id}
                scope="col"
                title={checkMeanings[id]}
                className="whitespace-nowrap px-2 py-1.5 text-center font-normal"
              >
                {checkNames[id]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.nodes.map((node) => (
            <tr key={node.name} className="border-t">
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-36 bg-surface px-3 py-2 text-left font-normal sm:max-w-64"
              >
                <span className="block truncate" title={node.name}>
                  {node.name}
                </span>
                <span className="block truncate font-mono text-2xs text-ink-3" title={node.url}>
                  {node.url}
                </span>
              </th>
              {columns.map((id) => (
                <MatrixCell key={id} node={node} id={id} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MatrixCell({ node, id }: { node: NodeReport; id: (typeof nodeChecks)[number] }) {
  const check = checkOf(node, id)
  if (!check)
    return (
      <td className="px-2 text-center text-ink-3" title="Not checked, because an earlier check failed.">
        <span aria-hidden>·</span>
        <span className="sr-only">not checked</span>
      </td>
    )
  return (
    <td className="px-2 text-center" title={check.message}>
      <span className="inline-flex items-center gap-1.5 align-middle">
        <CheckMark status={check.status} />
        {id === 'version' && node.version ? (
          <span className="font-mono text-2xs text-ink-2">{node.version}</span>
        ) : null}
      </span>
    </td>
  )
}

function checkOf(node: NodeReport, id: (typeof nodeChecks)[number]) {
  return node.checks.find((check) => check.id === id)
}
