import type { Settings } from '../../services/kernel/settings.ts';
import { secretErrors } from '../../services/secrets/errors.ts';
import { keyFile } from '../../services/secrets/key-file.ts';
import type { KeySource } from '../../services/secrets/key-ring.ts';

/** Where the keys of this process come from: the setting, else the key file of the data folder. */
export function keySource({ secretKey: { value, source }, home }: Settings): KeySource {
  if (value === undefined) return keyFile(home.value ?? '');
  return {
    place: source,
    read: async () => value,
    make: () => Promise.reject(secretErrors.SecretKeySet({ place: source })),
  };
}
