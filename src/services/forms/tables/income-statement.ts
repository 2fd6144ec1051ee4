/** Result of the normal regime: forms 2052 and 2053. Read by `cell-table.ts`, which says what the columns hold. */
export const INCOME_STATEMENT = `
## 2052
FA | Sales of goods for resale | France | MOA |  | FC-FB |  | S1+C
FB | Sales of goods for resale | export | MOA | export:FC |  |  | S1+C
FC | Sales of goods for resale | total | MOA | C:707,7097 |  |  | S2+C
FD | Production sold, goods | France | MOA |  | FF-FE |  | S1+C
FE | Production sold, goods | export | MOA | export:FF |  |  | S1+C
FF | Production sold, goods | total | MOA | C:701,702,703,7091,7092,7093 |  |  | S2+C
FG | Production sold, services | France | MOA |  | FI-FH |  | S1+C
FH | Production sold, services | export | MOA | export:FI |  |  | S1+C
FI | Production sold, services | total | MOA | C:70 |  |  | S2+C
FJ | Net turnover | France | MOA |  | FA+FD+FG |  | S1
FK | Net turnover | export | MOA |  | FB+FE+FH |  | S1
FL | Net turnover | total | MOA |  | FC+FF+FI |  | S1
FM | Stored production | total | MOA | C:71 |  |  | S2
FN | Capitalised production | total | MOA | C:72 |  |  | S2
FO | Operating grants (from 2025 all of 74, with 742 and 747) | total | MOA | C:74 |  |  | S2+S3
FP | Reversals of depreciation and provisions, expense transfers (79 only before 2025) | total | MOA | C:78,79 |  |  | S2+C
FQ | Other income (from 2025 with 757) | total | MOA | C:73,75 |  |  | S2+C
FR | Total operating income | total | MOA |  | FL+FM+FN+FO+FP+FQ |  | S1
FS | Purchases of goods | total | MOA | D:607,608,6097 |  |  | S2
FT | Change in stock of goods | total | MOA | D:6037 |  |  | S2
FU | Purchases of raw materials and supplies | total | MOA | D:601,602,6091,6092 |  |  | S2
FV | Change in stock of raw materials | total | MOA | D:603 |  |  | S2+C
FW | Other purchases and external charges | total | MOA | D:60,61,62 |  |  | S2+C
FX | Taxes and duties | total | MOA | D:63 |  |  | S2
FY | Wages | total | MOA | D:64 |  |  | S2+C
FZ | Social charges | total | MOA | D:645,646,647,649 |  |  | S2
GA | Depreciation of fixed assets | total | MOA | D:68 |  |  | S2+C
GB | Impairment of fixed assets | total | MOA | D:6816 |  |  | S2
GC | Impairment of current assets | total | MOA | D:6817 |  |  | S2
GD | Provisions for risks and charges | total | MOA | D:6815 |  |  | S2
GE | Other charges (from 2025 with 657) | total | MOA | D:65 |  |  | S2+C
GF | Total operating charges | total | MOA |  | FS+FT+FU+FV+FW+FX+FY+FZ+GA+GB+GC+GD+GE |  | S1
GG | Operating result | total | MOA |  | FR-GF |  | S1
GH | Joint operations: profit received | total | MOA | C:755 |  |  | S2
GI | Joint operations: loss borne | total | MOA | D:655 |  |  | S2
GJ | Income from holdings | total | MOA | C:761 |  |  | S2
GK | Income from other securities and long-term receivables | total | MOA | C:762 |  |  | S2
GL | Other interest and similar income | total | MOA | C:76 |  |  | S2+C
GM | Reversals of financial provisions, transfers | total | MOA | C:786,796 |  |  | S2
GN | Exchange gains | total | MOA | C:766 |  |  | S2
GO | Net gains on disposals of securities (from 2025 all of 767) | total | MOA | C:767 |  |  | S2+S3
GP | Total financial income | total | MOA |  | GJ+GK+GL+GM+GN+GO |  | S1
GQ | Financial depreciation and provisions | total | MOA | D:686 |  |  | S2
GR | Interest and similar charges | total | MOA | D:66 |  |  | S2+C
GS | Exchange losses | total | MOA | D:666 |  |  | S2
GT | Net losses on disposals of securities (from 2025 all of 667) | total | MOA | D:667 |  |  | S2+S3
GU | Total financial charges | total | MOA |  | GQ+GR+GS+GT |  | S1
GV | Financial result | total | MOA |  | GP-GU |  | S1
GW | Current result before tax | total | MOA |  | GG+GH-GI+GV |  | S1
JT | Form filed as nil | tick | CCI |  |  |  | S1

## 2053
HA | Exceptional income, management operations | N | MOA | C:77 |  |  | S2+C
HB | Exceptional income, capital operations (775, 777 before 2025) | N | MOA | C:775,777,778 |  |  | S2
HC | Reversals of exceptional provisions, transfers | N | MOA | C:787,797 |  |  | S2
HD | Total exceptional income | N | MOA |  | HA+HB+HC |  | S1
HE | Exceptional charges, management operations | N | MOA | D:67 |  |  | S2+C
HF | Exceptional charges, capital operations (675 before 2025) | N | MOA | D:675,678 |  |  | S2
HG | Exceptional depreciation and provisions | N | MOA | D:687 |  |  | S2
HH | Total exceptional charges | N | MOA |  | HE+HF+HG |  | S1
HI | Exceptional result | N | MOA |  | HD-HH |  | S1
HJ | Employee profit sharing | N | MOA | D:691 |  |  | S2
HK | Income tax | N | MOA | D:69 |  |  | S2+C
HL | Total income | N | MOA |  | 2052.FR+2052.GH+2052.GP+HD |  | S1
HM | Total charges | N | MOA |  | 2052.GF+2052.GI+2052.GU+HH+HJ+HK |  | S1
HN | Profit or loss | N | MOA |  | HL-HM |  | S1
HO | long-term operations, partial net income | memo | MOA |  |  |  | S1+K
HY | rental income from buildings | memo | MOA |  |  |  | S1+K
KA | prior-year operating income | memo | MOA |  |  |  | S1+K
HP | of FW: equipment leasing (6122) | memo | MOA | ? D:6122 |  |  | S1+K
HQ | of FW: property leasing (6125) | memo | MOA | ? D:6125 |  |  | S1+K
KB | prior-year operating charges | memo | MOA |  |  |  | S1+K
KC | income from related entities | memo | MOA |  |  |  | S1+K
KD | interest from related entities | memo | MOA |  |  |  | S1+K
HX | gifts to public-interest bodies | memo | MOA |  |  |  | S1+K
AM | amortisation of subscriptions in innovative SMEs | memo | MOA |  |  |  | S1+K
AN | exceptional 25 % amortisation of buildings | memo | MOA |  |  |  | S1+K
LH | of FP: expense transfers (79) | memo | MOA | ? C:79 |  |  | S1+K
LJ | personal contributions of the operator | memo | MOA |  |  |  | S1+K
LK | of FQ: royalties received (751) | memo | MOA | ? C:751 |  |  | S1+K
LL | of GE: royalties paid (651) | memo | MOA | ? D:651 |  |  | S1+K
LM | optional personal premiums | memo | MOA |  |  |  | S1+K
LN | compulsory personal premiums | memo | MOA |  |  |  | S1+K
MA | detail of exceptional items: text | memo | FTX |  |  |  | S1+K
NA | detail of exceptional items: charge | memo | MOA |  |  |  | S1+K
PA | detail of exceptional items: income | memo | MOA |  |  |  | S1+K
MF | detail of prior-year items: text | memo | FTX |  |  |  | S1+K
NF | detail of prior-year items: charge | memo | MOA |  |  |  | S1+K
PF | detail of prior-year items: income | memo | MOA |  |  |  | S1+K
PG | Form filed as nil | tick | CCI |  |  |  | S1
`;
