/** Tax result of the normal regime and the return of company tax: forms 2058-A, 2058-B, 2058-C, 2059-A, 2065. Read by `cell-table.ts`, which says what the columns hold. */
export const TAX_RESULT = `
## 2058A
WA | accounting profit | tax | MOA |  | max(2053.HN, 0) |  | S1+C
WB | pay of operator (income-tax firms) | tax | MOA |  |  |  | S1+C
WD | personal benefits not deductible | tax | MOA |  |  |  | S1+C
WE | excess depreciation | tax | MOA |  |  |  | S1+C
WF | sumptuary expenses | tax | MOA |  |  |  | S1+C
WG | company vehicle tax | tax | MOA |  |  |  | S1+C
XE | subtotal | tax | MOA |  | WD+WE+WF+WG |  | S1+C
WI | provisions and accrued charges not deductible | tax | MOA |  | ? 2058B.YN |  | S1+C
XX | accrued charges tied to non-cooperative states | tax | MOA |  |  |  | S1+C
WJ | fines and penalties | tax | MOA | ? D:6712 |  | -2024 | S1+C
WJ | fines and penalties | tax | MOA | ? D:6582 |  | 2025- | S1+C
XW | subtotal | tax | MOA |  | XX+WI+WJ |  | S1+C
XZ | financial charges (39-1-3, 212 bis) | tax | MOA |  |  |  | S1+C
XY | art. 155 add-back | tax | MOA |  |  |  | S1+C
VG | company income tax | tax | MOA |  | ? 2053.HK |  | S1+C
WL | share of partnership profits | tax | MOA |  |  |  | S1+C
SU | excess interest | tax | MOA |  |  |  | S1+C
WN | short-term gains of earlier years | tax | MOA |  |  |  | S1+C
WO | gains under merger regime | tax | MOA |  |  |  | S1+C
XR | OPCVM value differences | tax | MOA |  |  |  | S1+C
WQ | other add-backs (detail BC, BD) | tax | MOA |  |  |  | S1+C
WR | Total I | tax | MOA |  | WA+WB+XE+XW+XZ+XY+VG+WL+SU+WN+WO+XR+WQ |  | S1+C
WS | accounting loss | tax | MOA |  | max(-2053.HN, 0) |  | S1+C
WT | share of partnership losses | tax | MOA |  |  |  | S1+C
WU | provisions taxed earlier and reversed | tax | MOA |  | ? 2058B.YO |  | S1+C
WV | long-term gains at 15 % | tax | MOA |  |  |  | S1+C
VE | long-term gains at 0 % | tax | MOA |  |  |  | S1+C
VF | long-term gains at 19 % | tax | MOA |  |  |  | S1+C
WW | long-term gains set against losses | tax | MOA |  |  |  | S1+C
XB | long-term gains set against deficits | tax | MOA |  |  |  | S1+C
VL | other gains at 19 % | tax | MOA |  |  |  | S1+C
WZ | short-term gains deferred | tax | MOA |  |  |  | S1+C
XA | parent-subsidiary dividends | tax | MOA |  |  |  | S1+C
ZX | dividends deductible at 99 % | tax | MOA |  |  |  | S1+C
ZY | overseas investment deduction | tax | MOA |  |  |  | S1+C
XF | total of zone exemptions | tax | MOA |  |  |  | S1+C
XS | OPCVM value differences | tax | MOA |  |  |  | S1+C
XD | extra depreciation | tax | MOA |  |  |  | S1+C
XG | other deductions (detail BE, BF) | tax | MOA |  |  |  | S1+C
XH | Total II | tax | MOA |  | WS+WT+WU+WV+VE+VF+WW+XB+VL+WZ+XA+ZX+ZY+XF+XS+XD+XG |  | S1+C
XI | tax profit before losses | tax | MOA |  | max(WR-XH, 0) |  | S1+C
XJ | tax loss before losses | tax | MOA |  | max(XH-WR, 0) |  | S1+C
ZL | loss carried back | tax | MOA |  |  |  | S1+C
XL | earlier losses used | tax | MOA |  |  |  | S1+C
XN | tax profit | tax | MOA |  | XI-XL |  | S1+C
XO | tax loss | tax | MOA |  | XJ-ZL |  | S1+C
ZM | Form filed as nil | tick | CCI |  |  |  | S1

## 2058B
DQ | losses left from the year before | N | MOA |  | ? $lossesLeft |  | S1
AL | losses transferred | N | MOA |  |  |  | S1
DP | losses used | N | MOA |  | 2058A.XL |  | S1
DR | losses carried forward | N | MOA |  | DQ+AL-DP |  | S1
YJ | loss of the year | N | MOA |  | 2058A.XO |  | S1
YK | total losses left | N | MOA |  | DR+YJ |  | S1
ZV | holiday pay not deductible: charge | N | MOA |  |  |  | S1
ZW | holiday pay not deductible: reversal | N | MOA |  |  |  | S1
YN | total charges not deductible | N | MOA |  | ? ZV |  | S1
YO | total reversals | N | MOA |  | ? ZW |  | S1
ZX | Form filed as nil | tick | CCI |  |  |  | S1

## 2058C
AA | retained earnings of last balance sheet | N | MOA |  |  |  | S1+K
AB | result of year N-1 | N | MOA |  |  |  | S1+K
AK | taken from reserves | N | MOA |  |  |  | S1+K
AL | Total I | N | MOA |  | AA+AB+AK |  | S1+K
ZB | to legal reserve | N | MOA |  |  |  | S1+K
ZD | to other reserves | N | MOA |  |  |  | S1+K
ZE | dividends | N | MOA |  |  |  | S1+K
ZF | other | N | MOA |  |  |  | S1+K
ZG | to retained earnings | N | MOA |  |  |  | S1+K
ZH | Total II | N | MOA |  | ZB+ZD+ZE+ZF+ZG |  | S1+K
YT | subcontracting | N | MOA | ? D:611 |  |  | S1+K
XQ | rents and charges | N | MOA | ? D:613,614 |  |  | S1+K
YU | outside staff | N | MOA | ? D:621 |  |  | S1+K
SS | fees | N | MOA | ? D:622 |  |  | S1+K
ST | other accounts | N | MOA |  | ZJ-YT-XQ-YU-SS-YV |  | S1+K
YV | fees passed on | N | MOA |  |  |  | S1+K
ZJ | total external charges | N | MOA |  | 2052.FW |  | S1+K
YW | CFE and CVAE | N | MOA | ? D:63511,63512 |  |  | S1+K
AW | other taxes | N | MOA |  | YX-YW-ZS |  | S1+K
ZS | fuel tax | N | MOA |  |  |  | S1+K
YX | total taxes | N | MOA |  | 2052.FX |  | S1+K
YY | VAT collected | N | MOA |  |  |  | S1+K
YZ | VAT deductible on goods and services | N | MOA |  |  |  | S1+K
BC | gross pay (DSN) | N | MOA |  |  |  | S1+K
ZT | Form filed as nil | tick | CCI |  |  |  | S1

## 2059A
HA | asset | line | FTX |  |  |  | S1
HB | acquisition date | line | DTM |  |  |  | S1
HC | original value | line | MOA |  |  |  | S1
HD | revalued value | line | MOA |  |  |  | S1
HE | depreciation free of tax | line | MOA |  |  |  | S1
HF | other depreciation | line | MOA |  |  |  | S1
HG | residual value | line | MOA |  | or(HD, HC)-HE-HF |  | S1
HH | sale price | line | MOA |  |  |  | S1
HJ | gain or loss | line | MOA |  | HH-HG |  | S1
HK | short-term part | line | MOA |  |  |  | S1
GN | long-term part at 15 % | line | MOA |  |  |  | S1
GP | long-term part at 0 % | line | MOA |  |  |  | S1
HM | long-term part at 19 % | line | MOA |  |  |  | S1
GK | net short-term result | total | MOA |  | sum(HK) |  | S1
GM | Form filed as nil | tick | CCI |  |  |  | S1

## 2065
LC | profit taxed at 15 % | N | MOA |  | ? min(or(2058A.XN, 2033B.CR), $reducedCeiling) |  | S1
HA | profit at the normal rate (label 31 % in 2021) [?] | N | MOA |  | ? or(2058A.XN, 2033B.CR)-LC |  | S1
AE | profit at 28 % (2018-2021) | N | MOA |  |  |  | S1
AT | tax loss | N | MOA |  | ? or(2058A.XO, 2033B.ER) |  | S1
AU | long-term gains 15 % | N | MOA |  |  |  | S1
LW | long-term gains 19 % | N | MOA |  |  |  | S1
LX | other gains 19 % | N | MOA |  |  |  | S1
LN | long-term gains 0 % | N | MOA |  |  |  | S1
AL | patent income 10 % | N | MOA |  |  |  | S1
BB | exempt profit or loss | N | MOA |  |  |  | S1
JA | rents subject to the 2.5 % contribution | N | MOA |  |  |  | S1
AH | computerised accounts (TON: yes/no) | N | CCI |  |  |  | S1
AJ | software name | N | FTX |  |  |  | S1
AQ | activity | N | FTX |  |  |  | S1
BE | tax credits on securities | N | MOA |  |  |  | S1
BF | foreign tax credits | N | MOA |  |  |  | S1
`;
