import { z } from 'zod'
import { flagInput } from '../../platform/base/flag-input.ts'
import { fleetFilter } from './schema.ts'

const name = z.string().trim().min(1).max(100)
const id = z.string().min(1).max(100)
const shared = flagInput.optional().describe('Whether everybody sees it. Operators share views.')

export const saveFleetViewInput = z.object({
  name,
  filter: fleetFilter,
  shared,
})
export type SaveFleetViewInput = z.input<typeof saveFleetViewInput>

export const changeFleetViewInput = z.object({
  id,
  name: name.optional(),
  filter: fleetFilter.optional(),
  shared,
})
export type ChangeFleetViewInput = z.input<typeof changeFleetViewInput>

export const fleetViewRef = z.object({ id })

export const fleetView = z.object({
  id: z.string(),
  name: z.string(),
  filter: fleetFilter,
  shared: z.boolean(),
  owner: z.string().describe('Email address.'),
  mine: z.boolean(),
  updatedAt: z.date(),
})
export type FleetView = z.infer<typeof fleetView>

export const fleetViews = z.object({ views: z.array(fleetView) })
