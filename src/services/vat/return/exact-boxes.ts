/** Exact amounts of boxes, to the cent, each with the entry lines that it is the sum of. */
import type { Cents } from '../../kernel/money.ts';

export interface TraceLine {
  readonly entryId: number;
  readonly lineId: number;
  readonly accountNumber: string;
  readonly amount: Cents;
}

type Part = Pick<TraceLine, 'entryId' | 'lineId' | 'accountNumber'>;

interface Box {
  amount: Cents;
  readonly parts: Part[];
  readonly amounts: Cents[];
}

export class ExactBoxes {
  private readonly boxes = new Map<string, Box>();

  amount(zone: string): Cents {
    return this.boxes.get(zone)?.amount ?? 0n;
  }

  /** By entry then line; a line that was added several times is there once. */
  trace(zone: string): TraceLine[] {
    const { parts, amounts } = this.boxes.get(zone) ?? { parts: [], amounts: [] };
    const lines = parts.map(({ entryId, lineId, accountNumber }, index) => {
      return { entryId, lineId, accountNumber, amount: amounts[index] ?? 0n };
    });
    return merged(lines.sort((a, b) => a.entryId - b.entryId || a.lineId - b.lineId));
  }

  /** Zones that hold an amount. */
  zones(): string[] {
    return [...this.boxes.keys()].filter((zone) => this.amount(zone) !== 0n);
  }

  add(zone: string, part: Part, amount: Cents): void {
    const box = this.boxes.get(zone) ?? { amount: 0n, parts: [], amounts: [] };
    this.boxes.set(zone, box);
    box.amount += amount;
    box.parts.push(part);
    box.amounts.push(amount);
  }

  /** The absolute value of a negative box goes to another, or stays in it, its lines with it. */
  move(from: string, to: string): void {
    const lines = this.trace(from);
    this.boxes.delete(from);
    for (const line of lines) this.add(to, line, -line.amount);
  }

  remove(zone: string): void {
    this.boxes.delete(zone);
  }
}

/** Of lines in order: those of one line as one, none of 0.00. */
function merged(lines: readonly TraceLine[]): TraceLine[] {
  const whole: TraceLine[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last?.entryId !== line.entryId || last.lineId !== line.lineId) whole.push(line);
    else whole[whole.length - 1] = { ...last, amount: last.amount + line.amount };
  }
  return whole.filter(({ amount }) => amount !== 0n);
}
