import { complementaryErrors } from './errors.ts';

const UNIQUE_VIOLATION = '23505';

/** What a unique index of names refuses is reported as such. Throws NameTaken. */
export async function refusingTakenName<T>(name: string, insertion: PromiseLike<T>): Promise<T> {
  try {
    return await insertion;
  } catch (error) {
    throw (error as { code?: string }).code === UNIQUE_VIOLATION ? complementaryErrors.NameTaken({ name }) : error;
  }
}
