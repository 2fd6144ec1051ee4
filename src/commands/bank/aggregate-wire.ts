/** The aggregate base in wire names: spread its shape into the schema of an aggregate, its wire into the value. */
import * as z from 'zod';
import type { AggregateBase } from '../../services/banking/aggregate.ts';

const moment = () => z.string().meta({ format: 'date-time' });

const DomainEvent = z
  .object({
    CorrelationId: z.string().meta({ format: 'uuid' }),
    CausalityId: z.string().meta({ format: 'uuid' }),
    UserId: z.int().nullable(),
    UserEmail: z.string().nullable(),
    UserName: z.string().nullable(),
    Id: z.string().meta({ format: 'uuid' }),
    CreatedAt: moment(),
    Type: z.string(),
    EnterpriseId: z.int(),
    AggregateId: z.string(),
    AggregateName: z.string(),
  })
  .meta({ id: 'DomainEvent' });

const DomainError = z
  .object({
    IsCritical: z.boolean(),
    Name: z.string(),
    ErrorMessage: z.string(),
    Parameters: z.string(),
    Domain: z.string(),
  })
  .meta({ id: 'DomainError' });

/** `z.object({ ...AGGREGATE, own fields })`. */
export const AGGREGATE = {
  Id: z.int(),
  DomainEvents: z.array(DomainEvent),
  DomainErrors: z.array(DomainError),
  IsValid: z.boolean(),
  HasDomainEvents: z.boolean(),
  CreatedAt: moment(),
  UpdatedAt: moment(),
  UpdatedByUserId: z.int().nullable(),
};

/** IsValid is false as soon as one error is critical. */
export const aggregateWire = (base: AggregateBase): z.output<z.ZodObject<typeof AGGREGATE>> => ({
  Id: base.id,
  DomainEvents: base.events.map((event) => ({
    CorrelationId: event.correlationId,
    CausalityId: event.causalityId,
    UserId: event.userId,
    UserEmail: event.userEmail,
    UserName: event.userName,
    Id: event.id,
    CreatedAt: event.createdAt,
    Type: event.type,
    EnterpriseId: event.folderId,
    AggregateId: event.aggregateId,
    AggregateName: event.aggregateName,
  })),
  DomainErrors: base.errors.map((error) => ({
    IsCritical: error.isCritical,
    Name: error.name,
    ErrorMessage: error.message,
    Parameters: error.parameters,
    Domain: error.domain,
  })),
  IsValid: !base.errors.some(({ isCritical }) => isCritical),
  HasDomainEvents: base.events.length > 0,
  CreatedAt: base.createdAt,
  UpdatedAt: base.updatedAt,
  UpdatedByUserId: base.updatedByUserId,
});
