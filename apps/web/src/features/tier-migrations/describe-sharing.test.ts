import { describe, expect, it } from 'vitest'
import { describeShare, describeSharing } from './describe-sharing.ts'

const share = { uploader: 'r1', sharers: 2 }

describe('describeShare', () => {
  it('says which replica uploads, and that the others upload nothing', () => {
    expect(describeShare({ ...share, node: 'r1', sharedBytes: 0n }).label).toBe('uploads for 2 replicas')
    expect(describeShare({ ...share, node: 'r2', sharedBytes: 1024n })).toEqual({
      label: 'shared by 2 replicas',
      meaning:
        'r2 refers to 1.00 KiB of objects that another replica has uploaded, and does not upload them again.',
    })
  })

  it('shows no bytes for a replica whose parts were unknown when it was planned', () => {
    expect(describeShare({ ...share, node: 'r2', sharedBytes: 0n }).meaning).toContain(
      'r2 refers to objects that another',
    )
  })
})

describe('describeSharing', () => {
  const step = { ...share, nodeName: 'r2', sharedBytes: 1024n, uploadedBytes: 0n }

  it('shows the plan until the remote paths were compared', () => {
    expect(describeSharing({ ...step, sharedObjects: null, ownObjects: null })).toBe(
      'The target is shared by 2 replicas. r1 uploads, and this one refers to 1.00 KiB of it.',
    )
  })

  it('shows what the remote paths prove', () => {
    expect(describeSharing({ ...step, sharedObjects: 18, ownObjects: 0 })).toContain(
      'It has uploaded nothing. 18 objects have the same remote path as on another replica.',
    )
    expect(
      describeSharing({ ...step, nodeName: 'r1', uploadedBytes: 2048n, sharedObjects: 0, ownObjects: 18 }),
    ).toBe('The target is shared by 2 replicas, and this one uploads. It has uploaded 18 objects (2.00 KiB).')
  })
})
