/** Payments of company tax: forms 2571, 2572, 2573. Read by `cell-table.ts`, which says what the columns hold. */
export const COMPANY_TAX = `
## 2571
CA | income tax to pay | N | MOA |  | ? $instalment |  | S4+C
CD | social contribution to pay | N | MOA |  | ? $socialInstalment |  | S4+C
CC | rent contribution | N | MOA |  |  |  | S4+C
CE | subtotal | N | MOA |  | CA+CC+CD |  | S4+C
CL | SIIC gain tax | N | MOA |  |  |  | S4+C
CM | other contribution | N | MOA |  |  |  | S4+C
CN | various contributions | N | MOA |  |  |  | S4+C
CH | total to pay | N | MOA |  | CE+CL+CM+CN |  | S4+C
DA | lowered instalment (tick) | N | CCI |  |  |  | S4+C
DB | lowered social contribution (tick) | N | CCI |  |  |  | S4+C
FA | set-off on income tax | N | MOA |  | FB+FC+FD+FE+FF+FG |  | S4+C
FB | of FA: CICE | N | MOA |  |  |  | S4+C
FC | of FA: loss carry-back | N | MOA |  |  |  | S4+C
FD | of FA: Corsica | N | MOA |  |  |  | S4+C
FE | of FA: research credit | N | MOA |  |  |  | S4+C
FF | of FA: patronage | N | MOA |  |  |  | S4+C
FG | of FA: excess of last year | N | MOA |  |  |  | S4+C
FH | paid by set-off of another tax | N | MOA |  |  |  | S4+C
FK | tax used (TS, TVA, TVS) | N | CCI |  |  |  | S4+C
FM | due date of the tax used | N | DTM |  |  |  | S4+C
FN | left to pay | N | MOA |  | CH-FA-FH |  | S4+C

## 2572
RA | base, normal rate | N | MOA |  | $profit-RB-SA |  | S4+C
RB | base, reduced rate | N | MOA |  | min($profit, $reducedCeiling) |  | S4+C
SA | base at 28 % (until 2021) | N | MOA |  |  |  | S4+C
TA | tax, normal rate | N | MOA |  | round(RA*$normalRate) |  | S4+C
TB | tax, reduced rate | N | MOA |  | round(RB*15%) |  | S4+C
TC | tax at 28 % | N | MOA |  | round(SA*28%) |  | S4+C
GC | tax on net gains | N | MOA |  |  |  | S4+C
GD | other rates | N | MOA |  |  |  | S4+C
GE | gross tax | N | MOA |  | TA+TB+TC+GC+GD |  | S4+C
JA | tax credits on securities | N | MOA |  |  |  | S4+C
MA | foreign tax credits used | N | MOA |  |  |  | S4+C
MD | other credits of that kind | N | MOA |  |  |  | S4+C
MH | bicycle fleet reduction | N | MOA |  |  |  | S4+C
RG | II-A credits neither carried nor refunded | N | MOA |  | JA+MA+MD+MH |  | S4+C
RH | after II-A | N | MOA |  | max(GE-RG, 0) |  | S4+C
RP | II-B carried-forward credits used | N | MOA |  |  |  | S4+C
RS | after II-B | N | MOA |  | max(RH-RP, 0) |  | S4+C
RE | II-C refundable credits | N | MOA |  |  |  | S4+C
RF | tax due after credits | N | MOA |  | RS-RE |  | S4+C
RT | instalments paid | N | MOA |  | ? $instalmentsPaid |  | S4+C
PN | tax left to pay | N | MOA |  | max(RF-RT, 0) |  | S4+C
PQ | tax excess | N | MOA |  | max(RT-RF, 0) |  | S4+C
RW | social contribution base | N | MOA |  | $socialLiable*max(GE-$socialAllowance, 0) |  | S4+C
RZ | social contribution before set-off | N | MOA |  | round(RW*3.3%) |  | S4+C
PA | social contribution due | N | MOA |  | max(RZ-$socialCredits, 0) |  | S4+C
PB | social contribution paid | N | MOA |  |  |  | S4+C
PT | left | N | MOA |  | max(PA-PB, 0) |  | S4+C
PU | excess | N | MOA |  | max(PB-PA, 0) |  | S4+C
PC | rents subject to contribution | N | MOA |  |  |  | S4+C
PM | rent contribution | N | MOA |  | round(PC*2.5%) |  | S4+C
PD | rent contribution paid | N | MOA |  |  |  | S4+C
PV | left | N | MOA |  | max(PM-PD, 0) |  | S4+C
PW | excess | N | MOA |  | max(PD-PM, 0) |  | S4+C
AD | total left | N | MOA |  | PN+PT+PV |  | S4+C
BD | total excess | N | MOA |  | PQ+PU+PW |  | S4+C
CA | to pay | N | MOA |  | max(AD-BD, 0) |  | S4+C
DA | excess | N | MOA |  | max(BD-AD, 0) |  | S4+C
EA | excess used on the first instalment | N | MOA |  |  |  | S4+C
PG | excess used on another tax | N | MOA |  |  |  | S4+C
EB | refund asked | N | MOA |  | DA-EA-PG |  | S4+C
PK | paid with another tax excess | N | MOA |  |  |  | S4+C
PL | left to pay | N | MOA |  | CA-PK |  | S4+C
IA | tax left out of the instalment base | N | MOA |  |  |  | S4+C

## 2573
AB | kind of credit (list CRB) | line | CCI |  |  |  | S4+C
AC | year of origin | line | DTM |  |  |  | S4+C
AG | refund asked | line | MOA |  |  |  | S4+C
AF | legal interest to deduct | line | MOA |  |  |  | S4+C
AJ | total | total | MOA |  | sum(AG)-sum(AF) |  | S4+C
KA | reason (list ENT) | line | CCI |  |  |  | S4+C
KB | tax to pay with it | line | CCI |  |  |  | S4+C
KC | its due date | line | DTM |  |  |  | S4+C
KD | amount used | line | MOA |  |  |  | S4+C
`;
