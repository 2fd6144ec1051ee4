/** Added value and its tax: forms 2059-E, 2033-E, 1330-CVAE, 1329-AC, 1329-DEF. Read by `cell-table.ts`, which says what the columns hold. */
export const VALUE_ADDED = `
## 2059E
AJ | sales | N | MOA | ? C:70 |  |  | S1+K
EN | royalties received | N | MOA | ? C:751 |  |  | S1+K
EP | gains on normal disposals | N | MOA |  |  |  | S1+K
AE | recharged costs | N | MOA |  |  |  | S1+K
AF | Total 1 = turnover | N | MOA |  | AJ+EN+EP+AE |  | S1+K
EE | capitalised production | N | MOA | ? C:72 |  |  | S1+K
AK | positive stock change | N | MOA | ? C+:603,71 |  |  | S1+K
EF | operating grants | N | MOA | ? C:74 except 747 |  |  | S1+K
EL | other operating income | N | MOA | ? C:75 except 751,755,757 |  |  | S1+K
EQ | deductible expense transfers | N | MOA |  |  |  | S1+K
GD | recovered written-off receivables | N | MOA |  |  |  | S1+K
AN | Total 2 | N | MOA |  | EE+AK+EF+EL+EQ+GD |  | S1+K
AL | purchases | N | MOA | ? D:60 except 603 |  |  | S1+K
AM | negative stock change | N | MOA | ? D+:603,71 |  |  | S1+K
FE | external services except rents and royalties | N | MOA | ? D:61,62 except 612,613 |  |  | S1+K
FJ | deductible rents and royalties | N | MOA |  |  |  | S1+K
FH | deductible taxes | N | MOA |  |  |  | S1+K
FK | other operating charges | N | MOA | ? D:65 except 655,657 |  |  | S1+K
GC | charges of capitalised production | N | MOA |  |  |  | S1+K
FN | deductible depreciation part | N | MOA |  |  |  | S1+K
CM | losses on normal disposals | N | MOA |  |  |  | S1+K
AP | Total 3 | N | MOA |  | AL+AM+FE+FJ+FH+FK+GC+FN+CM |  | S1+K
GA | value added | N | MOA |  | AF+AN-AP |  | S1+K
GB | value added subject to CVAE | N | MOA |  | max(GA, 0) |  | S1+K
KA | single establishment (tick) | N | CCI |  |  |  | S1+K
KB | period from | N | DTM |  |  |  | S1+K
KC | period to | N | DTM |  |  |  | S1+K
KD | reference turnover | N | MOA |  |  |  | S1+K
AH | staff (CVAE) | N | QTY |  |  |  | S1+K

## 2033E
AJ | sales | N | MOA | ? C:70 |  |  | S1+K
EN | royalties received | N | MOA | ? C:751 |  |  | S1+K
EP | gains on normal disposals | N | MOA |  |  |  | S1+K
AE | recharged costs | N | MOA |  |  |  | S1+K
AF | Total 1 = turnover | N | MOA |  | AJ+EN+EP+AE |  | S1+K
EE | capitalised production | N | MOA | ? C:72 |  |  | S1+K
AK | positive stock change | N | MOA | ? C+:603,71 |  |  | S1+K
EF | operating grants | N | MOA | ? C:74 except 747 |  |  | S1+K
EL | other operating income | N | MOA | ? C:75 except 751,755,757 |  |  | S1+K
EQ | deductible expense transfers | N | MOA |  |  |  | S1+K
GD | recovered written-off receivables | N | MOA |  |  |  | S1+K
AN | Total 2 | N | MOA |  | EE+AK+EF+EL+EQ+GD |  | S1+K
AL | purchases | N | MOA | ? D:60 except 603 |  |  | S1+K
AM | negative stock change | N | MOA | ? D+:603,71 |  |  | S1+K
FE | external services except rents and royalties | N | MOA | ? D:61,62 except 612,613 |  |  | S1+K
FJ | deductible rents and royalties | N | MOA |  |  |  | S1+K
FH | deductible taxes | N | MOA |  |  |  | S1+K
FK | other operating charges | N | MOA | ? D:65 except 655,657 |  |  | S1+K
GC | charges of capitalised production | N | MOA |  |  |  | S1+K
FN | deductible depreciation part | N | MOA |  |  |  | S1+K
FM | losses on normal disposals | N | MOA |  |  |  | S1+K
AP | Total 3 | N | MOA |  | AL+AM+FE+FJ+FH+FK+GC+FN+FM |  | S1+K
GA | value added | N | MOA |  | AF+AN-AP |  | S1+K
GB | value added subject to CVAE | N | MOA |  | max(GA, 0) |  | S1+K
KA | single establishment (tick) | N | CCI |  |  |  | S1+K
KB | period from | N | DTM |  |  |  | S1+K
KC | period to | N | DTM |  |  |  | S1+K
KD | reference turnover | N | MOA |  |  |  | S1+K
AH | staff (CVAE) | N | QTY |  |  |  | S1+K

## 1330CVAE
AB | value added subject to CVAE | N | MOA |  | ? or(2059E.GB, 2033E.GB) |  | S1
AC | reference turnover | N | MOA |  | ? or(2059E.KD, 2033E.KD) |  | S1
AG | group turnover | N | MOA |  |  |  | S1
AE | signature date | N | DTM |  |  |  | S1
AF | signature (town, name, quality) | N | NAD |  |  |  | S1
AH | end of business date | N | DTM |  |  |  | S1
BA | establishment: town and NIC (1..7: BA..BG, sites BH..BQ) | N | NAD |  |  |  | S1
CA | department number (list TDT) | N | CCI |  |  |  | S1
DA | INSEE town code (list TCO) | N | CCI |  |  |  | S1
EA | staff of the establishment | N | QTY |  |  |  | S1

## 1329AC
AA | turnover of the period (12 months) | N | MOA |  | $turnover |  | S4+C
AB | real turnover when not 12 months | N | MOA |  | $realTurnover |  | S4+C
AC | rate % | N | PCD |  | $ratePercent |  | S4+C
AD | group turnover | N | MOA |  | $groupTurnover |  | S4+C
BA | value added | N | MOA |  | ? $valueAdded |  | S4+C
BB | value added cap | N | MOA |  | below(round(or(AB, AA)*$capRate), BA) |  | S4+C
BC | cap not applicable (tick) | N | CCI |  |  |  | S4+C
CA | tax | N | MOA |  | round(or(BB, BA)*$rate) |  | S4+C
CB | instalment before reductions | N | MOA |  | round(CA*50%) |  | S4+C
DA | exemptions | N | MOA |  |  |  | S4+C
DB | extra reduction | N | MOA |  | ? round($reduction*50%) |  | S4+C
EA | instalment due | N | MOA |  | max(CB-DA-DB, 0) |  | S4+C
EB | adjustment up | N | MOA |  |  |  | S4+C
EC | adjustment down | N | MOA |  |  |  | S4+C
ED | instalment to pay | N | MOA |  | max(EA+EB-EC, 0) |  | S4+C
GB | CCI additional tax | N | MOA |  | round(ED*$additionalRate)*(1-set(GA)) |  | S4+C
GA | additional tax exempt (tick) | N | CCI |  |  |  | S4+C
HA | handling fee 1 % (to 2022) | N | MOA |  | round((ED+GB)*$handlingRate) |  | S4+C
KA | to pay | N | MOA |  | ED+GB+HA |  | S4+C

## 1329DEF
AA | turnover of the period (12 months) | N | MOA |  | $turnover |  | S4+C
AB | real turnover when not 12 months | N | MOA |  | $realTurnover |  | S4+C
AC | rate % | N | PCD |  | $ratePercent |  | S4+C
AD | group turnover | N | MOA |  | $groupTurnover |  | S4+C
BA | value added | N | MOA |  | ? $valueAdded |  | S4+C
BB | value added cap | N | MOA |  | below(round(or(AB, AA)*$capRate), BA) |  | S4+C
BC | cap not applicable (tick) | N | CCI |  |  |  | S4+C
CA | tax | N | MOA |  | round(or(BB, BA)*$rate) |  | S4+C
CB | tax before reductions | N | MOA |  | CA |  | S4+C
DA | exemptions | N | MOA |  |  |  | S4+C
DB | extra reduction | N | MOA |  | min($reduction, max(CB-DA, 0)) |  | S4+C
EA | tax due (0 when <= 63 from 2024) | N | MOA |  | above(max(CB-DA-DB, $minimum), $notDueUpTo) |  | S4+C
EB | instalments paid | N | MOA |  |  |  | S4+C
EC | balance | N | MOA |  | max(EA-EB, 0) |  | S4+C
ED | excess | N | MOA |  | max(EB-EA, 0) |  | S4+C
GB | CCI additional tax | N | MOA |  | round(EA*$additionalRate) |  | S4+C
GC | its instalments | N | MOA |  |  |  | S4+C
GD | its balance | N | MOA |  | max(GB-GC, 0) |  | S4+C
GE | its excess | N | MOA |  | max(GC-GB, 0) |  | S4+C
HA | handling fee 1 % (to 2022) | N | MOA |  | round((EA+GB)*$handlingRate) |  | S4+C
HB | its instalments | N | MOA |  |  |  | S4+C
HC | its balance | N | MOA |  | max(HA-HB, 0) |  | S4+C
HD | its excess | N | MOA |  | max(HB-HA, 0) |  | S4+C
JK | total due | N | MOA |  | EA+GB+HA |  | S4+C
JA | instalments total | N | MOA |  | EB+GC+HB |  | S4+C
JE | excess total | N | MOA |  | ED+GE+HD |  | S4+C
KA | to pay | N | MOA |  | max(JK-JA, 0) |  | S4+C
KB | excess paid | N | MOA |  | max(JA-JK, 0) |  | S4+C
`;
