/** Movements of the normal regime: fixed assets, depreciation, provisions, due dates: forms 2054 to 2057. Read by `cell-table.ts`, which says what the columns hold. */
export const MOVEMENTS = `
## 2054
RT | Formation and development costs | start | MOA |  |  |  | S1+K
RU | Formation and development costs | revaluation | MOA |  |  |  | S1+K
RV | Formation and development costs | increase | MOA |  |  |  | S1+K
RW | Formation and development costs | transfer out | MOA |  |  |  | S1+K
RX | Formation and development costs | disposal | MOA |  |  |  | S1+K
RY | Formation and development costs | end | MOA | D:201,203 | RT+RU+RV-RW-RX |  | S1+K
RZ | Formation and development costs | legal origin value | MOA |  |  |  | S1+K
KD | Other intangible assets | start | MOA |  |  |  | S1+K
KE | Other intangible assets | revaluation | MOA |  |  |  | S1+K
KF | Other intangible assets | increase | MOA |  |  |  | S1+K
QB | Other intangible assets | transfer out | MOA |  |  |  | S1+K
LV | Other intangible assets | disposal | MOA |  |  |  | S1+K
LW | Other intangible assets | end | MOA | D:205,206,207,208,232,237 | KD+KE+KF-QB-LV |  | S1+K
QD | Other intangible assets | legal origin value | MOA |  |  |  | S1+K
KG | Land | start | MOA |  |  |  | S1+K
KH | Land | revaluation | MOA |  |  |  | S1+K
KI | Land | increase | MOA |  |  |  | S1+K
QE | Land | transfer out | MOA |  |  |  | S1+K
LX | Land | disposal | MOA |  |  |  | S1+K
LY | Land | end | MOA | D:211,212 | KG+KH+KI-QE-LX |  | S1+K
LZ | Land | legal origin value | MOA |  |  |  | S1+K
KJ | Buildings on own land | start | MOA |  |  |  | S1+K
KK | Buildings on own land | revaluation | MOA |  |  |  | S1+K
KL | Buildings on own land | increase | MOA |  |  |  | S1+K
QF | Buildings on own land | transfer out | MOA |  |  |  | S1+K
MA | Buildings on own land | disposal | MOA |  |  |  | S1+K
MB | Buildings on own land | end | MOA | D:213 except 2135 | KJ+KK+KL-QF-MA |  | S1+K
MC | Buildings on own land | legal origin value | MOA |  |  |  | S1+K
KM | Buildings on other land | start | MOA |  |  |  | S1+K
KN | Buildings on other land | revaluation | MOA |  |  |  | S1+K
KO | Buildings on other land | increase | MOA |  |  |  | S1+K
QG | Buildings on other land | transfer out | MOA |  |  |  | S1+K
MD | Buildings on other land | disposal | MOA |  |  |  | S1+K
ME | Buildings on other land | end | MOA | D:214 | KM+KN+KO-QG-MD |  | S1+K
MF | Buildings on other land | legal origin value | MOA |  |  |  | S1+K
KP | Building installations | start | MOA |  |  |  | S1+K
KQ | Building installations | revaluation | MOA |  |  |  | S1+K
KR | Building installations | increase | MOA |  |  |  | S1+K
QH | Building installations | transfer out | MOA |  |  |  | S1+K
MG | Building installations | disposal | MOA |  |  |  | S1+K
MH | Building installations | end | MOA | D:2135 | KP+KQ+KR-QH-MG |  | S1+K
MI | Building installations | legal origin value | MOA |  |  |  | S1+K
KS | Plant, machinery, tools | start | MOA |  |  |  | S1+K
KT | Plant, machinery, tools | revaluation | MOA |  |  |  | S1+K
KU | Plant, machinery, tools | increase | MOA |  |  |  | S1+K
QJ | Plant, machinery, tools | transfer out | MOA |  |  |  | S1+K
MJ | Plant, machinery, tools | disposal | MOA |  |  |  | S1+K
MK | Plant, machinery, tools | end | MOA | D:215 | KS+KT+KU-QJ-MJ |  | S1+K
ML | Plant, machinery, tools | legal origin value | MOA |  |  |  | S1+K
KV | Other: general installations | start | MOA |  |  |  | S1+K
KW | Other: general installations | revaluation | MOA |  |  |  | S1+K
KX | Other: general installations | increase | MOA |  |  |  | S1+K
QK | Other: general installations | transfer out | MOA |  |  |  | S1+K
MM | Other: general installations | disposal | MOA |  |  |  | S1+K
MN | Other: general installations | end | MOA | D:2181 | KV+KW+KX-QK-MM |  | S1+K
MO | Other: general installations | legal origin value | MOA |  |  |  | S1+K
KY | Other: vehicles | start | MOA |  |  |  | S1+K
KZ | Other: vehicles | revaluation | MOA |  |  |  | S1+K
LA | Other: vehicles | increase | MOA |  |  |  | S1+K
QL | Other: vehicles | transfer out | MOA |  |  |  | S1+K
MP | Other: vehicles | disposal | MOA |  |  |  | S1+K
MQ | Other: vehicles | end | MOA | D:2182 | KY+KZ+LA-QL-MP |  | S1+K
MR | Other: vehicles | legal origin value | MOA |  |  |  | S1+K
LB | Other: office, IT, furniture | start | MOA |  |  |  | S1+K
LC | Other: office, IT, furniture | revaluation | MOA |  |  |  | S1+K
LD | Other: office, IT, furniture | increase | MOA |  |  |  | S1+K
QM | Other: office, IT, furniture | transfer out | MOA |  |  |  | S1+K
MS | Other: office, IT, furniture | disposal | MOA |  |  |  | S1+K
MT | Other: office, IT, furniture | end | MOA | D:2183,2184 | LB+LC+LD-QM-MS |  | S1+K
MU | Other: office, IT, furniture | legal origin value | MOA |  |  |  | S1+K
LE | Other: packaging and rest | start | MOA |  |  |  | S1+K
LF | Other: packaging and rest | revaluation | MOA |  |  |  | S1+K
LG | Other: packaging and rest | increase | MOA |  |  |  | S1+K
QN | Other: packaging and rest | transfer out | MOA |  |  |  | S1+K
MV | Other: packaging and rest | disposal | MOA |  |  |  | S1+K
MW | Other: packaging and rest | end | MOA | D:2185,2186,2188 | LE+LF+LG-QN-MV |  | S1+K
MX | Other: packaging and rest | legal origin value | MOA |  |  |  | S1+K
LH | Tangible in progress | start | MOA |  |  |  | S1+K
LI | Tangible in progress | revaluation | MOA |  |  |  | S1+K
LJ | Tangible in progress | increase | MOA |  |  |  | S1+K
MY | Tangible in progress | transfer out | MOA |  |  |  | S1+K
MZ | Tangible in progress | disposal | MOA |  |  |  | S1+K
NA | Tangible in progress | end | MOA | D:231 | LH+LI+LJ-MY-MZ |  | S1+K
NB | Tangible in progress | legal origin value | MOA |  |  |  | S1+K
LK | Advances on tangible | start | MOA |  |  |  | S1+K
LL | Advances on tangible | revaluation | MOA |  |  |  | S1+K
LM | Advances on tangible | increase | MOA |  |  |  | S1+K
NC | Advances on tangible | transfer out | MOA |  |  |  | S1+K
ND | Advances on tangible | disposal | MOA |  |  |  | S1+K
NE | Advances on tangible | end | MOA | D:238 | LK+LL+LM-NC-ND |  | S1+K
NF | Advances on tangible | legal origin value | MOA |  |  |  | S1+K
LN | Total III tangible | start | MOA |  | KG+KJ+KM+KP+KS+KV+KY+LB+LE+LH+LK |  | S1+K
LO | Total III tangible | revaluation | MOA |  | KH+KK+KN+KQ+KT+KW+KZ+LC+LF+LI+LL |  | S1+K
LP | Total III tangible | increase | MOA |  | KI+KL+KO+KR+KU+KX+LA+LD+LG+LJ+LM |  | S1+K
QP | Total III tangible | transfer out | MOA |  | QE+QF+QG+QH+QJ+QK+QL+QM+QN+MY+NC |  | S1+K
NG | Total III tangible | disposal | MOA |  | LX+MA+MD+MG+MJ+MM+MP+MS+MV+MZ+ND |  | S1+K
NH | Total III tangible | end | MOA |  | LN+LO+LP-QP-NG |  | S1+K
NI | Total III tangible | legal origin value | MOA |  | LZ+MC+MF+MI+ML+MO+MR+MU+MX+NB+NF |  | S1+K
PA | Holdings at equity value | start | MOA |  |  |  | S1+K
PB | Holdings at equity value | revaluation | MOA |  |  |  | S1+K
PC | Holdings at equity value | increase | MOA |  |  |  | S1+K
QQ | Holdings at equity value | transfer out | MOA |  |  |  | S1+K
QR | Holdings at equity value | disposal | MOA |  |  |  | S1+K
QS | Holdings at equity value | end | MOA | D:262 | PA+PB+PC-QQ-QR |  | S1+K
QT | Holdings at equity value | legal origin value | MOA |  |  |  | S1+K
PD | Other holdings | start | MOA |  |  |  | S1+K
PE | Other holdings | revaluation | MOA |  |  |  | S1+K
PF | Other holdings | increase | MOA |  |  |  | S1+K
QU | Other holdings | transfer out | MOA |  |  |  | S1+K
QV | Other holdings | disposal | MOA |  |  |  | S1+K
QW | Other holdings | end | MOA | D:261,266,267,268 | PD+PE+PF-QU-QV |  | S1+K
QX | Other holdings | legal origin value | MOA |  |  |  | S1+K
PG | Other long-term securities | start | MOA |  |  |  | S1+K
PH | Other long-term securities | revaluation | MOA |  |  |  | S1+K
PJ | Other long-term securities | increase | MOA |  |  |  | S1+K
QY | Other long-term securities | transfer out | MOA |  |  |  | S1+K
QZ | Other long-term securities | disposal | MOA |  |  |  | S1+K
RA | Other long-term securities | end | MOA | D:271,272,273,277 | PG+PH+PJ-QY-QZ |  | S1+K
RB | Other long-term securities | legal origin value | MOA |  |  |  | S1+K
PK | Loans and other financial | start | MOA |  |  |  | S1+K
PL | Loans and other financial | revaluation | MOA |  |  |  | S1+K
PM | Loans and other financial | increase | MOA |  |  |  | S1+K
RC | Loans and other financial | transfer out | MOA |  |  |  | S1+K
RD | Loans and other financial | disposal | MOA |  |  |  | S1+K
RE | Loans and other financial | end | MOA | D:274,275,276 | PK+PL+PM-RC-RD |  | S1+K
RF | Loans and other financial | legal origin value | MOA |  |  |  | S1+K
LQ | Total IV financial | start | MOA |  | PA+PD+PG+PK |  | S1+K
LR | Total IV financial | revaluation | MOA |  | PB+PE+PH+PL |  | S1+K
LS | Total IV financial | increase | MOA |  | PC+PF+PJ+PM |  | S1+K
RG | Total IV financial | transfer out | MOA |  | QQ+QU+QY+RC |  | S1+K
NJ | Total IV financial | disposal | MOA |  | QR+QV+QZ+RD |  | S1+K
NK | Total IV financial | end | MOA |  | LQ+LR+LS-RG-NJ |  | S1+K
RH | Total IV financial | legal origin value | MOA |  | QT+QX+RB+RF |  | S1+K
PN | General total | start | MOA |  | RT+KD+LN+LQ |  | S1+K
PP | General total | revaluation | MOA |  | RU+KE+LO+LR |  | S1+K
PQ | General total | increase | MOA |  | RV+KF+LP+LS |  | S1+K
RJ | General total | transfer out | MOA |  | RW+QB+QP+RG |  | S1+K
RK | General total | disposal | MOA |  | RX+LV+NG+NJ |  | S1+K
RL | General total | end | MOA |  | PN+PP+PQ-RJ-RK |  | S1+K
RM | General total | legal origin value | MOA |  | RZ+QD+NI+RH |  | S1+K
RN | Form filed as nil | tick | CCI |  |  |  | S1

## 2055
UR | Formation and development costs | start | MOA |  |  |  | S1+K
US | Formation and development costs | charge | MOA |  |  |  | S1+K
UT | Formation and development costs | release | MOA |  |  |  | S1+K
UU | Formation and development costs | end | MOA | C:2801,2803 | UR+US-UT |  | S1+K
PE | Other intangible assets | start | MOA |  |  |  | S1+K
PF | Other intangible assets | charge | MOA |  |  |  | S1+K
PG | Other intangible assets | release | MOA |  |  |  | S1+K
PH | Other intangible assets | end | MOA | C:2805,2806,2807,2808 | PE+PF-PG |  | S1+K
PI | Land | start | MOA |  |  |  | S1+K
PJ | Land | charge | MOA |  |  |  | S1+K
PK | Land | release | MOA |  |  |  | S1+K
PL | Land | end | MOA | C:2811,2812 | PI+PJ-PK |  | S1+K
PM | Buildings on own land | start | MOA |  |  |  | S1+K
PN | Buildings on own land | charge | MOA |  |  |  | S1+K
PO | Buildings on own land | release | MOA |  |  |  | S1+K
PQ | Buildings on own land | end | MOA | C:2813 except 28135 | PM+PN-PO |  | S1+K
PR | Buildings on other land | start | MOA |  |  |  | S1+K
PS | Buildings on other land | charge | MOA |  |  |  | S1+K
PT | Buildings on other land | release | MOA |  |  |  | S1+K
PU | Buildings on other land | end | MOA | C:2814 | PR+PS-PT |  | S1+K
PV | Building installations | start | MOA |  |  |  | S1+K
PW | Building installations | charge | MOA |  |  |  | S1+K
PX | Building installations | release | MOA |  |  |  | S1+K
PY | Building installations | end | MOA | C:28135 | PV+PW-PX |  | S1+K
PZ | Plant, machinery, tools | start | MOA |  |  |  | S1+K
QA | Plant, machinery, tools | charge | MOA |  |  |  | S1+K
QB | Plant, machinery, tools | release | MOA |  |  |  | S1+K
QC | Plant, machinery, tools | end | MOA | C:2815 | PZ+QA-QB |  | S1+K
QD | Other: general installations | start | MOA |  |  |  | S1+K
QE | Other: general installations | charge | MOA |  |  |  | S1+K
QF | Other: general installations | release | MOA |  |  |  | S1+K
QG | Other: general installations | end | MOA | C:28181 | QD+QE-QF |  | S1+K
QH | Other: vehicles | start | MOA |  |  |  | S1+K
QI | Other: vehicles | charge | MOA |  |  |  | S1+K
QJ | Other: vehicles | release | MOA |  |  |  | S1+K
QK | Other: vehicles | end | MOA | C:28182 | QH+QI-QJ |  | S1+K
QL | Other: office, IT, furniture | start | MOA |  |  |  | S1+K
QM | Other: office, IT, furniture | charge | MOA |  |  |  | S1+K
QN | Other: office, IT, furniture | release | MOA |  |  |  | S1+K
QO | Other: office, IT, furniture | end | MOA | C:28183,28184 | QL+QM-QN |  | S1+K
QP | Other: packaging and rest | start | MOA |  |  |  | S1+K
QR | Other: packaging and rest | charge | MOA |  |  |  | S1+K
QS | Other: packaging and rest | release | MOA |  |  |  | S1+K
QT | Other: packaging and rest | end | MOA | C:28185,28186,28188 | QP+QR-QS |  | S1+K
QU | Total III | start | MOA |  | PI+PM+PR+PV+PZ+QD+QH+QL+QP |  | S1+K
QV | Total III | charge | MOA |  | PJ+PN+PS+PW+QA+QE+QI+QM+QR |  | S1+K
QW | Total III | release | MOA |  | PK+PO+PT+PX+QB+QF+QJ+QN+QS |  | S1+K
QX | Total III | end | MOA |  | QU+QV-QW |  | S1+K
TA | General total | start | MOA |  | UR+PE+QU |  | S1+K
TB | General total | charge | MOA |  | US+PF+QV |  | S1+K
TC | General total | release | MOA |  | UT+PG+QW |  | S1+K
TD | General total | end | MOA |  | TA+TB-TC |  | S1+K
UM | Loan issue costs | start | MOA |  |  |  | S1
UN | Loan issue costs | increase | MOA |  |  |  | S1
UP | Loan issue costs | charge | MOA |  |  |  | S1
UQ | Loan issue costs | end | MOA |  | UM+UN-UP |  | S1
UJ | Bond premiums | start | MOA |  |  |  | S1
UK | Bond premiums | increase | MOA |  |  |  | S1
SP | Bond premiums | charge | MOA |  |  |  | S1
SR | Bond premiums | end | MOA |  | UJ+UK-SP |  | S1
UL | Form filed as nil | tick | CCI |  |  |  | S1

## 2056
VG | Total I regulated provisions | start | MOA |  |  |  | S1+K
TS | Total I regulated provisions | charge | MOA |  |  |  | S1+K
TT | Total I regulated provisions | reversal | MOA |  |  |  | S1+K
TU | Total I regulated provisions | end | MOA | C:14 | VG+TS-TT |  | S1+K
VH | Litigation | start | MOA |  |  |  | S1
WE | Litigation | charge | MOA |  |  |  | S1
WY | Litigation | reversal | MOA |  |  |  | S1
XS | Litigation | end | MOA |  | VH+WE-WY |  | S1
VJ | Guarantees | start | MOA |  |  |  | S1
WF | Guarantees | charge | MOA |  |  |  | S1
WZ | Guarantees | reversal | MOA |  |  |  | S1
XT | Guarantees | end | MOA |  | VJ+WF-WZ |  | S1
VL | Fines | start | MOA |  |  |  | S1
WH | Fines | charge | MOA |  |  |  | S1
XB | Fines | reversal | MOA |  |  |  | S1
XV | Fines | end | MOA |  | VL+WH-XB |  | S1
VM | Exchange losses | start | MOA |  |  |  | S1
WJ | Exchange losses | charge | MOA |  |  |  | S1
XC | Exchange losses | reversal | MOA |  |  |  | S1
XW | Exchange losses | end | MOA |  | VM+WJ-XC |  | S1
VN | Pensions | start | MOA |  |  |  | S1
WK | Pensions | charge | MOA |  |  |  | S1
XD | Pensions | reversal | MOA |  |  |  | S1
XX | Pensions | end | MOA |  | VN+WK-XD |  | S1
VP | Taxes | start | MOA |  |  |  | S1
WL | Taxes | charge | MOA |  |  |  | S1
XE | Taxes | reversal | MOA |  |  |  | S1
XY | Taxes | end | MOA |  | VP+WL-XE |  | S1
VS | Holiday pay charges | start | MOA |  |  |  | S1
WP | Holiday pay charges | charge | MOA |  |  |  | S1
XH | Holiday pay charges | reversal | MOA |  |  |  | S1
YB | Holiday pay charges | end | MOA |  | VS+WP-XH |  | S1
VU | Total II provisions for risks and charges | start | MOA |  |  |  | S1+K
TV | Total II provisions for risks and charges | charge | MOA |  |  |  | S1+K
TW | Total II provisions for risks and charges | reversal | MOA |  |  |  | S1+K
TX | Total II provisions for risks and charges | end | MOA | C:15 | VU+TV-TW |  | S1+K
VV | Impairment of intangible assets | start | MOA |  |  |  | S1
WR | Impairment of intangible assets | charge | MOA |  |  |  | S1
XK | Impairment of intangible assets | reversal | MOA |  |  |  | S1
YD | Impairment of intangible assets | end | MOA |  | VV+WR-XK |  | S1
VW | Impairment of tangible assets | start | MOA |  |  |  | S1
WS | Impairment of tangible assets | charge | MOA |  |  |  | S1
XL | Impairment of tangible assets | reversal | MOA |  |  |  | S1
YE | Impairment of tangible assets | end | MOA |  | VW+WS-XL |  | S1
ZA | Impairment of holdings | start | MOA |  |  |  | S1
ZB | Impairment of holdings | charge | MOA |  |  |  | S1
ZC | Impairment of holdings | reversal | MOA |  |  |  | S1
ZD | Impairment of holdings | end | MOA |  | ZA+ZB-ZC |  | S1
VY | Impairment of other financial assets | start | MOA |  |  |  | S1
WU | Impairment of other financial assets | charge | MOA |  |  |  | S1
XN | Impairment of other financial assets | reversal | MOA |  |  |  | S1
YG | Impairment of other financial assets | end | MOA |  | VY+WU-XN |  | S1
VZ | Impairment of stocks | start | MOA |  |  |  | S1
WV | Impairment of stocks | charge | MOA |  |  |  | S1
XP | Impairment of stocks | reversal | MOA |  |  |  | S1
YH | Impairment of stocks | end | MOA |  | VZ+WV-XP |  | S1
WA | Impairment of customers | start | MOA |  |  |  | S1
WW | Impairment of customers | charge | MOA |  |  |  | S1
XQ | Impairment of customers | reversal | MOA |  |  |  | S1
YJ | Impairment of customers | end | MOA |  | WA+WW-XQ |  | S1
WC | Total III impairment | start | MOA |  |  |  | S1+K
TY | Total III impairment | charge | MOA |  |  |  | S1+K
TZ | Total III impairment | reversal | MOA |  |  |  | S1+K
UA | Total III impairment | end | MOA | C:29,39,49,59 | WC+TY-TZ |  | S1+K
WD | General total | start | MOA |  | VG+VU+WC |  | S1+K
UB | General total | charge | MOA |  | TS+TV+TY |  | S1+K
UC | General total | reversal | MOA |  | TT+TW+TZ |  | S1+K
UD | General total | end | MOA |  | WD+UB-UC |  | S1+K
ZE | Form filed as nil | tick | CCI |  |  |  | S1

## 2057
UL | Tied receivables | gross | MOA |  |  |  | S1
UM | Tied receivables | within 1 year | MOA |  |  |  | S1
UN | Tied receivables | after 1 year | MOA |  |  |  | S1
UP | Loans | gross | MOA |  |  |  | S1
UR | Loans | within 1 year | MOA |  |  |  | S1
US | Loans | after 1 year | MOA |  |  |  | S1
UT | Other financial assets | gross | MOA |  |  |  | S1
UV | Other financial assets | within 1 year | MOA |  |  |  | S1
UW | Other financial assets | after 1 year | MOA |  |  |  | S1
VA | Doubtful customers | gross | MOA |  |  |  | S1
WA | Doubtful customers | within 1 year | MOA |  |  |  | S1
WM | Doubtful customers | after 1 year | MOA |  |  |  | S1
UY | Staff | gross | MOA |  |  |  | S1
WD | Staff | within 1 year | MOA |  |  |  | S1
WQ | Staff | after 1 year | MOA |  |  |  | S1
UZ | Social bodies | gross | MOA |  |  |  | S1
WE | Social bodies | within 1 year | MOA |  |  |  | S1
WR | Social bodies | after 1 year | MOA |  |  |  | S1
VC | Group and partners | gross | MOA |  |  |  | S1
WJ | Group and partners | within 1 year | MOA |  |  |  | S1
WW | Group and partners | after 1 year | MOA |  |  |  | S1
VR | Sundry debtors | gross | MOA |  |  |  | S1
WK | Sundry debtors | within 1 year | MOA |  |  |  | S1
WX | Sundry debtors | after 1 year | MOA |  |  |  | S1
VS | Prepaid expenses | gross | MOA |  |  |  | S1
WL | Prepaid expenses | within 1 year | MOA |  |  |  | S1
WY | Prepaid expenses | after 1 year | MOA |  |  |  | S1
VT | Total receivables | gross | MOA |  |  |  | S1
VU | Total receivables | within 1 year | MOA |  |  |  | S1
VV | Total receivables | after 1 year | MOA |  | VT-VU |  | S1
XA | Convertible bonds | gross | MOA |  |  |  | S1
XL | Convertible bonds | within 1 year | MOA |  |  |  | S1
YE | Convertible bonds | 1 to 5 years | MOA |  |  |  | S1
VG | Bank, up to one year | gross | MOA |  |  |  | S1
XN | Bank, up to one year | within 1 year | MOA |  |  |  | S1
YG | Bank, up to one year | 1 to 5 years | MOA |  |  |  | S1
VH | Bank, over one year | gross | MOA |  |  |  | S1
XP | Bank, over one year | within 1 year | MOA |  |  |  | S1
YH | Bank, over one year | 1 to 5 years | MOA |  |  |  | S1
XC | Other financial debts | gross | MOA |  |  |  | S1
XQ | Other financial debts | within 1 year | MOA |  |  |  | S1
YJ | Other financial debts | 1 to 5 years | MOA |  |  |  | S1
XD | Suppliers | gross | MOA |  |  |  | S1
XR | Suppliers | within 1 year | MOA |  |  |  | S1
YK | Suppliers | 1 to 5 years | MOA |  |  |  | S1
XE | Staff | gross | MOA |  |  |  | S1
XS | Staff | within 1 year | MOA |  |  |  | S1
XF | Social bodies | gross | MOA |  |  |  | S1
XT | Social bodies | within 1 year | MOA |  |  |  | S1
XG | Income tax | gross | MOA |  |  |  | S1
XU | Income tax | within 1 year | MOA |  |  |  | S1
VW | VAT | gross | MOA |  |  |  | S1
XV | VAT | within 1 year | MOA |  |  |  | S1
VQ | Other taxes | gross | MOA |  |  |  | S1
XY | Other taxes | within 1 year | MOA |  |  |  | S1
XH | Fixed asset suppliers | gross | MOA |  |  |  | S1
XZ | Fixed asset suppliers | within 1 year | MOA |  |  |  | S1
VI | Group | gross | MOA |  |  |  | S1
YA | Group | within 1 year | MOA |  |  |  | S1
VY | Total debts | gross | MOA |  |  |  | S1
VZ | Total debts | within 1 year | MOA |  |  |  | S1
VJ | Loans taken in the year | N | MOA |  |  |  | S1
VK | Loans repaid in the year | N | MOA |  |  |  | S1
`;
