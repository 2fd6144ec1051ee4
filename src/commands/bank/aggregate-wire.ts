/** The aggregate base: spread its shape into the schema of an aggregate. */
import * as z from 'zod';
import type { AggregateBase } from '../../services/banking/aggregate.ts';
import { flag, int, maybe, moment, text, uuid } from '../operation/outputs.ts';
import { computed, from } from '../operation/wire.ts';

const DomainEvent = z
  .object({
    CorrelationId: uuid(),
    CausalityId: uuid(),
    UserId: maybe(int()),
    UserEmail: maybe(text()),
    UserName: maybe(text()),
    Id: uuid(),
    CreatedAt: moment(),
    Type: text(),
    EnterpriseId: from('folderId', int('Dossier')),
    AggregateId: text(),
    AggregateName: text(),
  })
  .meta({ id: 'DomainEvent' });

const DomainError = z
  .object({
    IsCritical: flag(),
    Name: text(),
    ErrorMessage: from('message', text()),
    Parameters: text(),
    Domain: text(),
  })
  .meta({ id: 'DomainError' });

/** `z.object({ ...AGGREGATE, own fields })`. IsValid is false as soon as one error is critical. */
export const AGGREGATE = {
  Id: int('Id'),
  DomainEvents: from('events', z.array(DomainEvent)),
  DomainErrors: from('errors', z.array(DomainError)),
  IsValid: computed(flag(), ({ errors }: AggregateBase) => !errors.some(({ isCritical }) => isCritical)),
  HasDomainEvents: computed(flag(), ({ events }: AggregateBase) => events.length > 0),
  CreatedAt: moment('Créé le'),
  UpdatedAt: moment('Modifié le'),
  UpdatedByUserId: maybe(int()),
};

export const Aggregate = z.object(AGGREGATE);
