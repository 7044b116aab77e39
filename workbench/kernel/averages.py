"""Scripts for means: over a class, over the operating condition, and expected losses, and that they have values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any

from workbench.kernel.terms import CLASS, NotExported, Writer, number, of_sample
from workbench.recheck import integrals, terms
from workbench.recheck.integrals import C
from workbench.recheck.language import Tree, expression
from workbench.recheck.meaning import UNIFORM, Book, Law, _split, value_at
from workbench.recheck.terms import Ratio, name, term

ASIDE = "try rename s into s', a into a', X into X', A into A'. "
"""Makes place where a mean over examples stands inside of another."""
BETA, POINT, RANGE = "(beta_of ", "(at_cost ", "(uniform_on "
INSIDE = "{ intros c K. cbv beta. switched. } { antiderived. } { continued. } { continued. } { continued. }"
"""That a function is another between the ends, and what is asked of that and of its antiderivative."""
_NO_LINE = re.compile(r"\b[cu] \^|\b(?:Rmax|Rmin|above|sqrt|Rabs|ln|exp)\b|/ \(*[^()]*\b[cu]\b")
"""What a line in c or in u has not in it."""
RATE, LAWFUL, RATES, TPR, EVEN = "rate_law", "lawful", "lawful_rates", "lawful_tpr", "even_rank"


@dataclass
class Averages:
    """``lawful`` has what is assumed or shown of densities and laws: by predicate, density and law the name of the
    hypothesis, and a script where it is shown."""

    write: Writer = field(default_factory=Writer, kw_only=True)
    book: Book = field(default_factory=Book, kw_only=True)
    lawful: dict[tuple[str, str, str], tuple[str, str]] = field(default_factory=dict, kw_only=True)
    ranges: dict[tuple[str, str], str] = field(default_factory=dict, kw_only=True)

    def normal(self, tree: Tree, value: Ratio) -> str:
        """A script for what is written = its normal form."""
        raise NotImplementedError

    def word(self, x: str) -> str:
        """The hypothesis that a word is given."""
        raise NotImplementedError

    # --- what is assumed of densities and laws -----------------------------------------------------------------------

    def known(self, predicate: str, density: str, law: str) -> str:
        """The name of the hypothesis, or of what is shown: that rates lie in [0, 1], that means have values, that u is
        uniform and independent of c."""
        key = predicate, density, law
        if key not in self.lawful:
            why = self._shown(*key)
            if predicate in (RATES, TPR) and moving_letters(law) == {"u"}:  # a mean of u is written as one of c
                body = re.sub(r"\bu\b", "c", law.removeprefix("(fun c u => "))
                self.known(predicate, "uniform", f"(fun c u => {body}")
            which = f"LAW{len(self.lawful)}"
            self.lawful[key] = (which, f"assert ({which} : {said(*key)}). {{ {why} }}" if why else "")
        return self.lawful[key][0]

    def _shown(self, predicate: str, density: str, law: str) -> str:
        body = law.removeprefix("(fun c u => ").removesuffix(")")
        letters = moving_letters(law)
        moving = {x for x in letters if not x.startswith("x_")}
        at_cost = density.startswith(POINT)
        if predicate == TPR:
            why = self._shown(RATES, density, f"(fun c u => (1 - {body}))")
            return f"unfold {TPR}; cbv beta. {why}" if why else ""
        if predicate == EVEN and density == "uniform":
            return "exact uniform_even_rank."
        if predicate == EVEN and at_cost:
            return "apply even_rank_at_cost."
        if predicate == EVEN and density.startswith(BETA):
            return "apply beta_of_even_rank."
        if predicate == EVEN and density.startswith(RANGE):
            return "apply uniform_on_even_rank."
        if predicate == EVEN or moving - {"c", "u"}:
            return ""
        if predicate == RATE:
            lies = "let D := fresh in intros c u D; destruct D; cbv beta; first [lra | nra]."
            return "" if letters - moving else lies
        if at_cost:
            if moving == {"c", "u"}:
                raise NotExported("a law of c and u together")
            if moving == {"u"}:
                return f"apply ({predicate}_at_cost_of_u _ (fun u : R => {body})); [within_unit | intros; ring]."
            return f"apply ({predicate}_at_cost _ (fun c : R => {body})). within_unit."
        if density != "uniform" and not density.startswith((BETA, RANGE)):
            return ""
        if moving == {"c", "u"}:
            raise NotExported("a law of c and u together")
        if _NO_LINE.search(body) and (predicate, density, body) != (LAWFUL, "uniform", "(c ^ 2)"):
            raise NotExported("a law of the threshold that is no line in c or in u")
        v = "u" if moving == {"u"} else "c"
        if density.startswith(RANGE):
            ends = density.removeprefix(RANGE).removesuffix(")")
            lemma = f"{predicate}_uniform_on{'_of_u' * (v == 'u')} {ends}{' ltac:(lra)' * 3}"
            return f"apply ({lemma} (fun {v} : R => {body})). intros; ring."
        if density.startswith(BETA):
            shapes = density.removeprefix(BETA).removesuffix(")")
            lemma = f"{predicate}_beta{'_of_u' * (v == 'u')} {shapes} (fun {v} : R => {body})"
            return f"apply ({lemma}); [lra | lra | intros; ring]."
        return f"{predicate}_of_{v} (fun {v} : R => {body})."

    def law(self, density: str, law: str) -> str:
        """That the means of a law of thresholds under a density have values."""
        return self.known(LAWFUL, density, law)

    def rates(self, density: str, law: str, which: str = RATES) -> str:
        """The same for a law of rates, after that these lie in [0, 1]."""
        return f"{self.known(RATE, '', law)} {self.known(which, density, law)}"

    def has(self, loss: tuple[str, str, str, Law, str, str]) -> tuple[str, str]:
        """That a loss has a value, and a script for it."""
        kind, p, w, law, rates, sample = loss
        if rates != "interpolated":
            stated = f"has_{kind.lower()} l {p}{' ' * bool(p)}{rates} {w} {self.write.law(law)}"
            if law != ("rate", name("u")):
                raise NotExported(f"rates {rates} of another law than u")
            return stated, f"exact (proj1 {self.at_cutpoints(kind, w, rates)})."
        stated, script = self._has(kind, p, w, law)
        if sample == "l":
            return stated, script
        if law == ("optimal",):
            raise NotExported("optimal thresholds on other scores")
        script = re.sub(r"\bB\b", "(rescored_classes l _ B)", of_sample(script, sample))
        return of_sample(stated, sample), script

    def at_cutpoints(self, kind: str, w: str, rates: str) -> str:
        """A proof that a loss at sampled cutpoints has a value, and of what it is."""
        lemma = {"step": "Loss_at_example", "cutpoints": "Loss_at_cutpoint"}[rates] + kind.removeprefix("Loss")
        if lemma not in ("Loss_at_example", "Loss_at_cutpoint", "Loss_at_cutpoint_for_skews"):
            raise NotExported(f"rates {rates} for skews")
        known = f"{self.known(EVEN, w, '')} {self.law(w, '(fun c u => c)')}"
        return f"({lemma} l p {w} B {self.word('no_ties')} PO {known})"

    def _has(self, kind: str, p: str, w: str, law: Law) -> tuple[str, str]:
        """The same of the sample at hand."""
        if kind == "Loss_for_skews" and law[0] == "score":
            text = f"(fun c u => {self.write(law[1])})"
            stated = f"has_loss_for_skews l interpolated {w} {self.write.law(law)}"
            return stated, f"exact (proj1 (Loss_for_skews_on_scores l interpolated {w} {text} B {self.law(w, text)}))."
        value = self.valued(w, law, p or "halves")
        if kind == "Loss":
            return f"has_loss l {p} interpolated {w} {self.write.law(law)}", f"exact {value}."
        text = f"l interpolated {w} {self.write.law(law)}"
        return f"has_loss_for_skews {text}", f"exact (proj1 (Loss_for_skews_is l {w} {self.write.law(law)} B {value}))."

    def valued(self, w: str, law: Law, p: str) -> str:
        """A proof that a loss for costs has a value."""
        match law:
            case ("score", Ratio() as g):
                text = f"(fun c u => {self.write(g)})"
                return f"(proj1 (Loss_on_scores l {p} interpolated {w} {text} B {self.law(w, text)}))"
            case ("rate", Ratio() as g):
                text = f"(fun c u => {self.write(g)})"
                return f"(proj1 (Loss_on_rates l {p} {w} {text} B {_proportions(p)} {self.rates(w, text)}))"
            case ("fpr", Ratio() as g):
                text = f"(fun c u => {self.write(g)})"
                return f"(proj1 (Loss_on_fpr {w} {text} {self.rates(w, text)} l {p} B {_proportions(p)}))"
            case ("tpr", Ratio() as g):
                text = f"(fun c u => {self.write(g)})"
                return f"(proj1 (Loss_on_tpr {w} {text} {self.rates(w, text, TPR)} l {p} B {_proportions(p)}))"
            case ("optimal",) if p == "p":
                self.write.letters.add("pav")
                known = self.law(w, "(fun c u => c)")
                return f"(proj1 (Loss_of_optimal {w} l p pav {known} B P V))"
            case ("optimal",):
                return f"(has_loss_of_optimal {w} l {p} {self.law(w, '(fun c u => c)')} B {_proportions(p)})"
            case ("mix", Ratio() as q, first, second):
                parts = f"{self.write.law(first)} {self.write.law(second)} B {_proportions(p)}"
                values = f"{self.valued(w, first, p)} {self.valued(w, second, p)}"
                return f"(proj1 (Loss_of_mixture l {p} {w} {self.write(q)} {parts} {values}))"
        raise NotExported(f"method {law[0]}")

    # --- means over a class, and over the condition ------------------------------------------------------------------

    def mean(self, k: int, text: str, body: Ratio, pointwise: str, value: Ratio) -> str:
        """A script for Ek(text) = value, where text = body at each place."""
        split = [(fixed, term(powers)) for fixed, powers in _split(body, "s")]
        listed = "; ".join(f"({self.write(fixed)}, fun s a => {self.write(m)})" for fixed, m in split)
        return (
            f"rewrite (Ek_combined l {CLASS[k]} (fun s a => {text}) [{listed}]). "
            f"{{ cbn [combined_value]. rewrite ?(Ek_one l {CLASS[k]} B). fld. }} "
            f"{{ {ASIDE}intros s a X A. cbn [combined]. transitivity ({self.write(body)}). {{ {pointwise} }} fld. }} "
            "{ meanable. }"
        )

    def at_point(self, q: Ratio, text: str, body: Ratio, pointwise: str, value: Ratio) -> str:
        """A script for Ec(text) = value at one cost proportion, where text = body at each condition."""
        functions = f"(fun c u => {text}) (fun c u => {self.write(body)})"
        return (
            f"apply (Ec_at_cost {self.write(q)} {functions} {self.write(value)}). {{ within_unit. }} "
            f"{{ intros c u D. cbv beta. {pointwise} }} "
            "{ intros u U. cbv beta. switches_alike. first [fld | settled; fld]. }"
        )

    def condition(self, density: Law, text: str, body: Ratio, pointwise: str, value: Ratio) -> str:
        """A script for Ec(text) = value, where text = body at each condition."""
        w, listed, form = self.summands(density, body)
        shown = f"intros c u D. cbn [{form}]. transitivity ({self.write(body)}). {{ {pointwise} }} fld."
        if form == "products" and w == "uniform":
            return (
                f"rewrite (Ec_products_value (fun c u => {text}) [{listed}]). "
                "{ cbn [products_value]. cbv beta. rewrite ?Ec_one, ?Ec_power. simpl INR. fld. } "
                f"{{ {shown} }} {{ pieced. }}"
            )
        if form == "products":
            if w in self.book.letters:  # powers of c have means under it
                self.law(w, "(fun c u => c)")
            even = f"even_products {w} (fun c u => {text}) [{listed}] {self.known(EVEN, w, '')} _ _"
            point = "at_point. " * w.startswith(POINT)
            return (
                f"refine (eq_trans (proj2 ({even})) _). {{ {shown} }} {{ even_valued. }} cbn [even_value]. cbv beta. "
                f"rewrite ?Ec_one, ?Ec_power. {point}simpl INR. fld."
            )
        return (
            f"rewrite (Ec_combined {w} (fun c u => {text}) [{listed}]). "
            f"{{ cbn [combined_value]. rewrite ?Ec_one, ?Ec_power. simpl INR. fld. }} {{ {shown} }} "
            f"{{ {self.each_valued(density, w, body)} }}"
        )

    def summands(self, density: Law, body: Ratio) -> tuple[str, str, str]:
        """A density, what stands under a mean over it as a sum, and how that is written."""
        w = self.write.density(density)
        if any(d.moves() & {"c", "u"} for d, _ in body.below()):
            return w, f"(1, fun c u => {self.write(body)})", "combined"
        split = _split(body, "cu")
        laws = {i for _, m in split for i in terms.below(term(m)) if terms.atom(i)[0] == "law"}
        moving = {v for _, m in split for v in term(m).moves() & {"c", "u"}}
        if w != "uniform" and (laws or "u" not in moving):
            if all(w != v for _, v, _ in self.lawful):
                self.law(w, "(fun c u => (T c u))" if "T" in self.book.letters else "(fun c u => c)")
            return w, "; ".join(f"({self.write(k)}, fun c u => {self.write(term(m))})" for k, m in split), "combined"
        if laws:
            powers = [f"c ^ {m[C]}" if m.keys() == {C} else self.write(term(m)) for _, m in split]
            listed = [f"({self.write(k)}, fun c u => {m})" for (k, _), m in zip(split, powers, strict=True)]
            return w, "; ".join(listed), "combined"
        listed = []
        for k, m in split:
            in_c, in_u = ({i: e for i, e in m.items() if term({i: 1}).moves() & {"c", "u"} == {v}} for v in "cu")
            if len(in_c) + len(in_u) < len(m):
                raise NotExported("a mean of c and u together under the uniform density")
            f = f"c ^ {in_c[C]}" if in_c.keys() == {C} and w == "uniform" else self.write(term(in_c))
            g = self.write(value_at(term(in_u), "u", name("c")))
            if g == self.write(name("c")):
                g = "c ^ 1"
            listed.append(f"({self.write(k)}, (fun c => {f}), (fun c => {g}))")
        return w, "; ".join(listed), "products"

    def has_value(self, density: Law, tree: Tree) -> str:
        """A script for: the mean of a tree over a density has a value."""
        body = self.book.read(tree)
        w, listed, form = self.summands(density, body)
        shown = f"intros c u D. cbn [{form}]. transitivity ({self.write(body)}). {{ {self.normal(tree, body)} }} fld."
        if form == "products":
            return f"refine (proj1 (Ec_products _ [{listed}] _ _)). {{ {shown} }} pieced."
        return f"apply (has_Ec_same {w} _ (combined [{listed}])). {{ {shown} }} apply has_Ec_combined. valued."

    # --- uniform on an interval -----------------------------------------------------------------------------------

    def each_valued(self, density: Law, w: str, body: Ratio) -> str:
        """A script for: each summand under a mean over the condition has a mean."""
        if not w.startswith(RANGE):
            return "valued."
        each = "intros t T; repeat (destruct T as [<- | T]; [|]); try destruct T; cbn [snd]. "
        for _, m in _summands(body):
            known = self.ranges.get((w, self.write(m)))
            exists = f"eexists. refine (expects_uniform_on {known} (fun c => {self.write(m)}) _ _ _ _ _ _ eq_refl). "
            each += f"{{ {exists + INSIDE if known else 'range_valued.'} }} "
        return each

    def note_range(self, use: Mapping[str, Any]) -> None:
        """Note why the mean that an entry is about, with a number before it or none, has a value."""
        _, density, body, events = integrals.mean_of(use, self.book)
        split = _summands(body)
        if len(density) == 3 and not events and len(split) == len(use["cells"]) == 1:
            ((k, m),) = split
            primitive = self.book.text(use["cells"][0]["antiderivative"]).over(k)
            self.ranges[self.write.density(density), self.write(m)] = self.between(density, primitive)

    def between(self, density: Law, primitive: Ratio) -> str:
        """The ends of an interval, that they are some, an antiderivative, and what it is one of."""
        _, low, high = density
        of = integrals.derivative(primitive) * (high - low)
        ends = f"{self.write(low)} {self.write(high)}{' ltac:(within_unit)' * 3}"
        return f"{ends} (fun c => {self.write(primitive)}) (fun c => {self.write(of)})"

    def on_a_range(self, w: str, text: str, body: Ratio, pointwise: str) -> str:
        """A script for Ec(text) = its normal form, of one summand whose mean is known; empty where it is another."""
        split = _summands(body)
        known = self.ranges.get((w, self.write(split[0][1]))) if len(split) == 1 else None
        if known is None:
            return ""
        ((k, m),) = split
        return (
            f"transitivity ({self.write(k)} * Ec {w} (fun c u => {self.write(m)})). 2: {{ fld. }} "
            f"refine (Ec_uniform_on_multiple {known} (fun c => {self.write(m)}) (fun c => {text}) _ _ _ _ _ _ _). "
            f"{INSIDE} {self.same_inside(body, pointwise)}"
        )

    def same_inside(self, body: Ratio, pointwise: str) -> str:
        """A script for: what is written is, between the ends, an expression in its normal form."""
        return f"{{ intros c K. cbv beta. transitivity {self.write(body)}. {{ {_fielded(pointwise)} }} switched. }}"

    def on_range(
        self, use: Mapping[str, Any], whole: Tree, density: Law, body: Ratio, events: Any
    ) -> tuple[Tree, Ratio, str]:
        """A mean that is uniform on an interval, of a function where c is below something, or of any."""
        (cell,) = use["cells"]
        _, value = integrals.evaluated(use, self.book.apart())
        primitive, inner = self.book.text(cell["antiderivative"]), self.book.read(whole[2][0])
        pointwise = self.normal(whole[2][0], inner)
        if not events:
            between = f"{self.between(density, primitive)} (fun c => {self.write.tree(whole[2][0])})"
            goals = f"{self.same_inside(inner, pointwise)} {INSIDE.partition('} ')[2]}"
            return whole, value, f"refine (Ec_uniform_on {between} _ _ _ _ _ _ _). {goals} {{ evaluated. }}"
        event = terms.ind(events[0][1] - events[0][0])
        y, below, _ = crossing(event)
        ends, z = density[1:], self.write(integrals.clipped(y, *density[1:]))
        known = f"{'ranks_known. ' * ranked(y)}scores_known."
        within = "ltac:(within_unit)"
        at = f"{self.write(ends[0])} {self.write(ends[1])} {within} {within} {within}"
        functions = f"(fun c => {self.write(primitive)}) (fun c => {self.write(body)})"
        script = (
            f"refine (Ec_uniform_on_switch{'_up' * (not below)} {at} {functions} _ "
            f"{self.write(y)} {z} _ _ _ _ _ _ _ _). "
            f"{{ intros c u D. transitivity {self.write(inner)}. {{ {pointwise} }} "
            f"{self.crossed(event)}fld. }} "
            f"{{ intros c. antiderived. }} {{ smooth. }} {f'{{ {known} clipped. }} ' * 3}"
            f"{{ cbv beta. {known} clipped_value. }}"
        )
        return whole, value, script

    def crossed(self, event: Ratio) -> str:
        """A script that writes an indicator as that c is below, or above, what it passes."""
        y, below, scale = crossing(event)
        gap = f"{self.write(y)} - c" if below else f"c - {self.write(y)}"
        why = f"apply (above_scaled {number(1 / scale)}); [lra | field; side]" if scale != 1 else "f_equal; ring"
        return f"replace {self.write(event)} with (above ({gap})) by ({why}). "

    # --- below a number -----------------------------------------------------------------------------------------------

    def integral(self, use: Mapping[str, Any]) -> tuple[Tree, Ratio, str]:
        """A mean, uniform or under a Beta density of whole shapes, of a function where c is below something."""
        whole = expression(use["integral"])
        if "patches" in use or len(use["cells"]) != 1:
            raise NotExported("integral over several cells")
        (cell,) = use["cells"]
        _, density, body, events = integrals.mean_of(use, self.book)
        if density[0] == "uniform" and len(density) == 3:
            return self.on_range(use, whole, density, body, events)
        shapes = whole_shapes(density)
        if len(events) != 1 or (cell["from"], cell["to"]) != ("0", "1"):
            raise NotExported("integral without an event, or of one on a part of [0, 1]")
        event = terms.ind(events[0][1] - events[0][0])
        if cell.get("inverse") == "sqrt(y)":
            return self.up_to_a_root(use, whole, density, body, event)
        y, below, _ = crossing(event)
        unit, known = ("rank_unit", "ranks_known. ") if ranked(y) else ("within_unit", "")
        _, value = integrals.evaluated(use, self.book.apart())
        primitive, inner = self.write(self.book.text(cell["antiderivative"])), self.book.read(whole[2][0])
        at, up, goals, inside = self.write(y), "" if below else "_up", "", ""
        hull = "pose proof (scored_pav l p pav s B P V X). " * ("pav" in at)
        score = "pose proof (scored_unit l s US X). " * ("s" in y.moves())
        lies, clip = f"{{ {score}{hull}{unit}. }}", integrals.clipped(y, terms.ZERO, terms.ONE)
        if clip != y:
            up, at, lies = f"{up}_clipped", f"{at} {self.write(clip)}", f"{{ {score}{hull}{known}clipped. }} " * 3
        lemma = f"Ec_switch{up}"
        if shapes is not None:
            (i, j), inside = shapes, "unfold whole_weight. "
            weight = f"{multiple(i, j)} (fun c => {primitive_of_weight(i, j)})"
            lemma = f"Ec_beta_switch{up} {i} {j} {i + 1} {j + 1} {weight}"
            shape = "{ simpl INR. lra. }"
            goals = f"{shape} {shape} {{ {inside}derived. }} {{ cbv beta. field. }} {{ smooth. }} "
        last = "{ smooth. } " * (shapes is None)
        ends = f"scores_known. {known}clipped_value." if clip != y else "fld."
        script = (
            f"apply ({lemma} (fun c => {primitive}) (fun c => {self.write(body)}) _ {at}). {goals}"
            f"{{ intros c u D. transitivity {self.write(inner)}. {{ {self.normal(whole[2][0], inner)} }} "
            f"{self.crossed(event)}fld. }} {lies} {{ {inside}derived. }} {last}cbv beta. {ends}"
        )
        return whole, value, script

    def up_to_a_root(
        self, use: Mapping[str, Any], whole: Tree, density: Law, body: Ratio, event: Ratio
    ) -> tuple[Tree, Ratio, str]:
        """The same of a function where the square of c is below something, under the uniform density."""
        ((i, _),) = next(iter(event.num))
        y = terms.atom(i)[1] + name("c") ** 2
        if density != UNIFORM or "c" in y.moves() or y.moves() - {"s"}:
            raise NotExported("integral up to a root under another density, or of another event")
        (cell,) = use["cells"]
        _, value = integrals.evaluated(use, self.book.apart())
        inner, at = self.book.read(whole[2][0]), f"(sqrt {self.write(y)})"
        crossed = (
            f"replace {self.write(event)} with (above ({at} - c)) by "
            f"(rewrite <- above_root by (destruct D; lra); f_equal; ring). "
        )
        script = (
            f"apply (Ec_switch (fun c => {self.write(self.book.text(cell['antiderivative']))}) "
            f"(fun c => {self.write(body)}) _ {at}). "
            f"{{ intros c u D. transitivity {self.write(inner)}. {{ {self.normal(whole[2][0], inner)} }} "
            f"{crossed}fld. }} {{ scores_known. apply unit_root. lra. }} {{ derived. }} {{ smooth. }} cbv beta. fld."
        )
        return whole, value, script


def crossing(event: Ratio) -> tuple[Ratio, bool, Fraction]:
    """What c passes in an indicator, whether this is one below that, and by what the difference of both is multiplied.

    >>> from workbench.recheck.meaning import Book
    >>> y, below, scale = crossing(Book().text("indicator(t < 1 - 2*c)"))
    >>> y == Book().text("(1 - t)/2"), below, scale
    (True, True, Fraction(1, 1))
    """
    ((i, _),) = next(iter(event.num))
    (d,) = terms.atom(i)[1:]
    slope = Fraction(d.num.get(((C, 1),), 0))
    rest = d - terms.of_number(slope) * name("c")
    if not slope or d.den or "c" in rest.moves():
        raise NotExported("integral of an event other than c and what stands still")
    return rest.over(terms.of_number(-slope)), slope < 0, abs(slope)


def ranked(x: Ratio) -> bool:
    """Whether a function of ranks stands in it."""
    return any(terms.atom(i)[0] == "cdf" and "s" in terms.moves(i) for i in terms.below(x))


def whole_shapes(density: Law) -> tuple[int, int] | None:
    """The powers of c and 1 - c in a Beta density, None for the uniform one; others cannot be written yet."""
    if density == UNIFORM:
        return None
    shapes = [x.constant for x in density[1:] if isinstance(x, Ratio)] if density[0] == "beta" else []
    if len(shapes) != 2 or not all(x is not None and x.denominator == 1 for x in shapes):
        raise NotExported(f"integral under the density {density[0]}")
    return int(shapes[0] or 0) - 1, int(shapes[1] or 0) - 1


def multiple(i: int, j: int) -> int:
    """By what c^i (1 - c)^j must be multiplied to be a density."""
    return (i + j + 1) * comb(i + j, i)


def primitive_of_weight(i: int, j: int) -> str:
    """An antiderivative of c^i (1 - c)^j."""
    parts = [f"({number(Fraction((-1) ** k * comb(j, k), i + k + 1))} * c ^ {i + k + 1})" for k in range(j + 1)]
    return f"({' + '.join(parts)})"


def _fielded(script: str) -> str:
    """The same where roots may be met."""
    return script.removesuffix("fld.") + "fielded."


def _summands(body: Ratio) -> list[tuple[Ratio, Ratio]]:
    """What stands under a mean over the condition as multiples of what moves, or a quotient as it is."""
    if any(d.moves() & {"c", "u"} for d, _ in body.below()):
        return [(terms.ONE, body)]
    return [(k, term(m)) for k, m in _split(body, "cu")]


def moving_letters(law: str) -> set[str]:
    """The letters in a law."""
    return set(re.findall(r"\b[a-zA-Z_]\w*\b", law.removeprefix("(fun c u => ")))


def said(predicate: str, density: str, law: str) -> str:
    """The hypothesis."""
    return " ".join(x for x in (predicate, density, law) if x)


def _proportions(p: str) -> str:
    return "halves_proportions" if p == "halves" else "P"
