import { randomUUID } from 'node:crypto'
import { notifyChange, Prisma, type Transaction } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import { type Connection, nodeName } from './cluster-input.ts'
import type { ClusterView } from './cluster-view.ts'
import { findCluster } from './find-cluster.ts'

/** One transaction at a time chooses names and slugs. Reads continue. */
export async function lockRegistrations(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE "cluster" IN SHARE ROW EXCLUSIVE MODE`
}

type NamedConnection = Connection & {
  name: string
  slug?: string | undefined
  approvalRequired?: boolean | undefined
}

/** A new cluster with its nodes. The caller's transaction also writes the audit entry. */
export async function insertCluster(
  tx: Transaction,
  ctx: ServiceContext,
  input: NamedConnection,
): Promise<ClusterView> {
  await lockRegistrations(tx)
  const id = randomUUID()
  const slug = input.slug ?? (await chooseSlug(tx, input.name))
  await tx.cluster.create({
    data: {
      id,
      slug,
      name: input.name,
      ...columnsOf(input),
      sealedPassword: ctx.clusters.sealPassword(id, input.password),
      nodes: { create: nodesOf(input) },
    },
  })
  await notifyChange(tx, 'cluster', id)
  return findCluster(tx, id)
}

/** All that can change. The slug stays, so that page addresses remain valid. */
export async function replaceCluster(
  tx: Transaction,
  ctx: ServiceContext,
  id: string,
  input: NamedConnection,
): Promise<ClusterView> {
  await tx.clusterNode.deleteMany({ where: { clusterId: id } })
  await tx.cluster.update({
    where: { id },
    data: {
      name: input.name,
      ...columnsOf(input),
      sealedPassword: ctx.clusters.sealPassword(id, input.password),
      nodes: { create: nodesOf(input) },
    },
  })
  // Other nodes have other folders, so a worker checks them again.
  await tx.configTarget.updateMany({
    where: { clusterId: id },
    data: { check: Prisma.DbNull, checkedAt: null },
  })
  await notifyChange(tx, 'cluster', id)
  return findCluster(tx, id)
}

/** A name that another cluster has is the caller's mistake, not a fault. */
export function explainTakenName(error: unknown, name: string, slug?: string): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError(
    'conflict',
    `There is already a cluster named ${name}${slug === undefined ? '' : ` or with the slug ${slug}`}.`,
    {
      hint: 'Choose another name, or change that cluster.',
      cause: error,
    },
  )
}

function columnsOf(input: NamedConnection) {
  const { username, clusterName, tlsVerify, tlsCaPem, approvalRequired } = input
  const settings = approvalRequired === undefined ? {} : { approvalRequired }
  return { username, clusterName, tlsVerify, tlsCaPem, ...settings }
}

function nodesOf(input: Connection) {
  return input.nodes.map((node) => ({
    name: nodeName(node),
    url: node.url,
    shard: node.shard,
    replica: node.replica,
  }))
}

/** A name as it can stand in an address: lower-case ASCII letters, digits and single dashes; never empty. */
export function slugOf(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'cluster' : slug
}

/** The name's slug, with a number behind it when another cluster has it. */
async function chooseSlug(tx: Transaction, name: string): Promise<string> {
  const base = slugOf(name)
  const taken = await tx.cluster.findMany({ where: { slug: { startsWith: base } }, select: { slug: true } })
  const slugs = new Set(taken.map((cluster) => cluster.slug))
  if (!slugs.has(base)) return base
  let number = 2
  while (slugs.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
