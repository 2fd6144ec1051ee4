/** A template of a form on the wire. */
import * as z from 'zod';
import { TEMPLATE_TYPES } from '../../../services/vat/procedures/store.ts';
import { choice, date, flag, int, maybe, moment, text } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { form } from '../form-code.ts';

export const FormTemplate = z
  .object({
    Id: int('Id'),
    Name: text('Nom'),
    PeriodBeginDate: date('Du'),
    PeriodEndDate: maybe(date('Au')),
    Content: text('Contenu'),
    Type: choice(TEMPLATE_TYPES, 'Type'),
    CreationDate: from('createdAt', moment('Créé le')),
    IsDeleted: flag('Supprimé'),
    Expired: flag('Expiré'),
    DeclaredAmountField: maybe(text('Zone déclarée')),
    PaidAmountField: maybe(text('Zone payée')),
    IsDraft: flag('Brouillon'),
    FormCodeDgfip: from('form', form('Formulaire')),
    Millesime: int('Millésime'),
    FormVersion: int('Version'),
  })
  .meta({ id: 'VatFormTemplate' });
