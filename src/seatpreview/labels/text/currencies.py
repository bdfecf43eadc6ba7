"""Currencies: their signs, their codes in ISO 4217, and how people abbreviate them."""

from typing import Final

SIGN_RANGES: Final = (
    "$\u00a2-\u00a5\u058f\u060b\u07fe\u07ff\u09f2\u09f3\u09fb\u0af1\u0bf9\u0e3f\u17db\u20a0-\u20c0\ua838"
)
"""The currency signs of Unicode (category Sc), as ranges of a pattern."""


def _signs() -> frozenset[str]:
    first, *others = SIGN_RANGES.split("-")
    found = set(first)
    for before, piece in zip((first, *others), others, strict=False):
        found |= {chr(code) for code in range(ord(before[-1]), ord(piece[0]) + 1)} | set(piece)
    return frozenset(found)


CURRENCY_SIGNS = _signs()
UNMISTAKABLE = frozenset((
    "eur", "usd", "gbp", "chf", "brl", "euro", "euros", "rub", "руб", "рублей",
    "uah", "грн", "pln", "zl", "kc", "czk", "huf", "ft", "tl", "nok", "dkk", "kr",
    "円", "元", "원", "ريال", "درهم", "دينار", "جنيه", "שח",
    "sar", "aed", "qar", "egp", "ils", "nis", "jpy", "cny", "rmb", "krw", "hkd", "twd",
    "mxn", "ars", "clp", "cop", "uyu", "aud", "nzd", "zar", "sgd", "sfr",
))  # fmt: skip
"""Words that are money wherever they stand."""
_CODES: Final = """
afn amd ang aoa awg azn bam bbd bdt bgn bhd bif bmd bnd bob bsd btn bwp byn bzd cad cdf crc cup
cve djf dop dzd ern etb fjd fkp gel ghs gip gmd gnf gtq gyd hnl htg idr inr iqd irr isk jmd jod kes
kgs khr kmf kwd kyd kzt lak lbp lkr lrd lsl lyd mad mdl mga mkd mmk mnt mop mru mur mvr mwk myr mzn
nad ngn nio npr omr pab pen pgk php pkr pyg ron rsd rwf sbd scr sdg sek shp sle sos srd ssp stn svc syp
szl thb tjs tmt tnd try ttd tzs ugx uzs ves vnd vuv wst xaf xcd xof xpf yer zmw zwg"""
CODES = frozenset(_CODES.split())
"""Other codes, which are money in capitals and beside an amount. ALL, CUP and TOP are words of tickets."""
_ABBREVIATIONS: Final = """
rs rp rm ksh lei leu лв лева baht บาท dong đ vnđ peso pesos naira rupees rupiah ringgit taka
shekel shekels kn kuna din дин ден eek ls lt रु rsd рсд frs fr soles руб"""
ABBREVIATIONS = frozenset(_ABBREVIATIONS.split())
"""What people write beside an amount, and what means something else, or nothing, without one."""
CURRENCY_WORDS = UNMISTAKABLE | CODES | ABBREVIATIONS
