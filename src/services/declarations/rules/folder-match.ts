/** Which folder a delivery that names only a SIREN belongs to. */
import type { Exercise } from '../../calendar/periods.ts';

export interface FolderCandidate {
  readonly folderId: number;
  readonly exercises: readonly Exercise[];
}

/** The only candidate, else the one whose exercise holds `end` when exactly one does. Undefined: park the delivery. */
export function matchFolder(candidates: readonly FolderCandidate[], end: string | undefined): number | undefined {
  if (candidates.length === 1) return candidates[0]?.folderId;
  if (end === undefined) return undefined;
  const holding = candidates.filter(({ exercises }) =>
    exercises.some((exercise) => exercise.start <= end && end <= exercise.end),
  );
  return holding.length === 1 ? holding[0]?.folderId : undefined;
}
