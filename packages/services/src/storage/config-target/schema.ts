import { z } from 'zod'
import { clusterKey } from '../../platform/reading/schema.ts'

export const configTargetRef = z.object({ cluster: clusterKey })

const path = z.string().trim().max(4_096)

export const setConfigTargetInput = configTargetRef.extend({
  kind: z
    .enum(['download', 'directory'])
    .describe('download: files are installed manually. directory: a worker writes them.'),
  folder: path
    .default('')
    .describe('For all nodes, as seen by the worker. {node}, {shard} and {replica} are replaced.'),
  folderByNode: z
    .record(z.string().max(100), path)
    .default({})
    .describe('Folders of individual nodes by name, if different.'),
})
export type SetConfigTargetInput = z.input<typeof setConfigTargetInput>

export const configTargetCheck = z.object({
  worker: z.string().describe('Who has looked.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      folder: z.string(),
      fault: z.string().nullable().describe('Why the worker cannot write there. Null: it can.'),
      fileBytes: z.number().int().nullable().describe("Of Frostline's file in this folder, if any."),
      restart: z
        .enum(['supervisor', 'person'])
        .describe('Who restarts the node if a change needs it. supervisor: `npm start` does.'),
    }),
  ),
})
export type ConfigTargetCheck = z.infer<typeof configTargetCheck>

export const configTargetView = z.object({
  clusterId: z.string(),
  clusterName: z.string(),
  kind: z.enum(['download', 'directory']),
  fileName: z.string(),
  folder: z.string(),
  folderByNode: z.record(z.string(), z.string()),
  updatedAt: z.date().nullable(),
  updatedBy: z.string().nullable(),
  state: z
    .enum(['none', 'waiting', 'faulty', 'ready'])
    .describe(
      'none: files are downloaded. waiting: not checked by a worker yet. ready: all folders are writable.',
    ),
  checkedAt: z.date().nullable(),
  checkedBy: z.string().nullable(),
  nodes: z.array(
    z.object({
      node: z.string(),
      folder: z.string(),
      fault: z.string().nullable(),
      fileBytes: z.number().int().nullable(),
      restart: z.enum(['supervisor', 'person']).nullable(),
    }),
  ),
})
export type ConfigTargetView = z.infer<typeof configTargetView>
