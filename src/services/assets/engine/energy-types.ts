/** Energies of vehicles (B13): codes of field P.3 of the registration certificate, and what taxes make of them. */
import type { EnergyCode } from '../value-sets.ts';

export interface EnergyType {
  readonly id: number;
  readonly code: EnergyCode;
  readonly label: string;
  /** Whether it emits CO2, and whether its engine has spark ignition (category 1 of the pollutant tax). */
  readonly emitsCo2: boolean;
  readonly isSparkIgnition: boolean;
}

const energy = (id: number, code: EnergyCode, label: string, kind: 'clean' | 'spark' | 'compression'): EnergyType => ({
  id,
  code,
  label,
  emitsCo2: kind !== 'clean',
  isSparkIgnition: kind === 'spark',
});

export const ENERGY_TYPES: readonly EnergyType[] = [
  energy(1, 'ES', 'Essence', 'spark'),
  energy(2, 'GO', 'Gazole', 'compression'),
  energy(3, 'EL', 'Électricité', 'clean'),
  energy(4, 'H2', 'Hydrogène', 'clean'),
  energy(5, 'EH', 'Hybride essence-électricité non rechargeable', 'spark'),
  energy(6, 'EE', 'Hybride essence-électricité rechargeable', 'spark'),
  energy(7, 'GH', 'Hybride gazole-électricité non rechargeable', 'compression'),
  energy(8, 'GL', 'Hybride gazole-électricité rechargeable', 'compression'),
  energy(9, 'GP', 'Gaz de pétrole liquéfié (GPL)', 'spark'),
  energy(10, 'GN', 'Gaz naturel', 'spark'),
  energy(11, 'FE', 'Superéthanol E85', 'spark'),
  energy(12, 'EG', 'Bicarburation essence-GPL', 'spark'),
  energy(13, 'EN', 'Bicarburation essence-gaz naturel', 'spark'),
  energy(14, 'FL', 'Hybride superéthanol-électricité rechargeable', 'spark'),
  energy(15, 'FH', 'Hybride superéthanol-électricité non rechargeable', 'spark'),
  energy(99, 'AUTRE', 'Autre énergie', 'compression'),
];

export const energyType = (code: EnergyCode | undefined): EnergyType | undefined =>
  ENERGY_TYPES.find((type) => type.code === code);
