/** Exact amounts of boxes, to the cent, each with the entry lines that it is the sum of. */
import type { Cents } from '../../kernel/money.ts';
import type { VatElement } from '../engine/model.ts';

export interface TraceLine {
  readonly entryId: number;
  readonly lineId: number;
  readonly accountNumber: string;
  readonly amount: Cents;
}

interface Lines {
  amount: Cents;
  readonly lines: Map<string, TraceLine>;
}

export class ExactBoxes {
  private readonly boxes = new Map<string, Lines>();

  amount(zone: string): Cents {
    return this.boxes.get(zone)?.amount ?? 0n;
  }

  /** By entry then line; a line that was added several times is there once. */
  trace(zone: string): TraceLine[] {
    const lines = [...(this.boxes.get(zone)?.lines.values() ?? [])].filter(({ amount }) => amount !== 0n);
    return lines.sort((a, b) => a.entryId - b.entryId || a.lineId - b.lineId);
  }

  /** Zones that hold an amount. */
  zones(): string[] {
    return [...this.boxes.keys()].filter((zone) => this.amount(zone) !== 0n);
  }

  add(zone: string, { entryId, lineId, accountNumber }: VatElement, amount: Cents): void {
    this.addLine(zone, { entryId, lineId, accountNumber, amount });
  }

  /** The absolute value of a negative box goes to another, its lines with it. */
  move(from: string, to: string): void {
    for (const line of this.trace(from)) this.addLine(to, { ...line, amount: -line.amount });
    this.boxes.delete(from);
  }

  remove(zone: string): void {
    this.boxes.delete(zone);
  }

  private addLine(zone: string, line: TraceLine): void {
    const box = this.boxes.get(zone) ?? { amount: 0n, lines: new Map<string, TraceLine>() };
    this.boxes.set(zone, box);
    const key = `${line.entryId}.${line.lineId}`;
    box.amount += line.amount;
    box.lines.set(key, { ...line, amount: (box.lines.get(key)?.amount ?? 0n) + line.amount });
  }
}
