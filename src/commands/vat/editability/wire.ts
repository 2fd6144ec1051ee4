import * as z from 'zod';
import { EDITABILITY_MODES, type Editability } from '../../../services/vat/configuration/editability.ts';
import { choice, flag, int, maybe } from '../../operation/outputs.ts';
import { computed, from } from '../../operation/wire.ts';

type Field = 'exigibility' | 'vatCategory' | 'vatRate';
const canEdit = (field: Field, fr: string) =>
  computed(flag(fr), (editability: Editability) => editability[field] !== 'NotEditable');

export const EditabilityShape = z
  .object({
    AccountId: int('N° compte'),
    SubAccountId: maybe(int('N° sous-compte')),
    CanEditExigibility: canEdit('exigibility', 'Exigibilité modifiable'),
    CanEditVatCategory: canEdit('vatCategory', 'Catégorie modifiable'),
    CanEditVatRate: canEdit('vatRate', 'Taux modifiable'),
    ExigibilityEditabilityMode: from('exigibility', choice(EDITABILITY_MODES, 'Exigibilité')),
    VatCategoryEditabilityMode: from('vatCategory', choice(EDITABILITY_MODES, 'Catégorie')),
    VatRateEditabilityMode: from('vatRate', choice(EDITABILITY_MODES, 'Taux')),
    CanUseMultipleVatRates: flag('Plusieurs taux'),
  })
  .meta({ id: 'VatEditability' });
