"""Scripts for densities of the cost proportion that are written out: that they are some, and their means by cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.kernel.averages import EVEN, TPR, crossing, moving_letters, ranked
from workbench.kernel.inequalities import Inequalities
from workbench.kernel.terms import NotExported
from workbench.recheck import integrals, terms
from workbench.recheck.language import Tree, expression
from workbench.recheck.terms import ONE, ZERO, Ratio, name

WRITTEN, DENSITY = "(with_density ", "is_density"
UNSHOWN = "a density that is not shown to be one before"


@dataclass
class Densities(Inequalities):
    """``written_out`` has the names of what is shown of each density, as it is written in Coq: that it is a function
    in cells, and a density."""

    written_out: dict[str, tuple[str, str]] = field(default_factory=dict, kw_only=True)

    def note_densities(self, document: Mapping[str, Any]) -> None:
        """Show before all else that what a document says to be densities are some."""
        known, held, begun = dict(self.book.known), len(self.held), list[str]()
        for entry in document.get("densities", ()):
            tree = expression(entry["density"])
            law = self.book.density(("call", "density", (tree,), ()))
            f = law[1]
            if not isinstance(f, Ratio) or f in self.write.forms:
                continue
            if not self.written_out:  # what follows may need it
                begun = [*self.noted(), *(self.shown(x) for x in document.get("defined", ()))]
            function = self.write.forms[f] = self.write.tree(tree)
            (cells, _), which = self.in_cells(entry["cells"]), len(self.written_out)
            names = f"CELLS{which}", f"DENSITY{which}"
            scripts = [
                *begun,
                f"assert ({names[0]} : in_cells (fun c => {function}) 0 {cells}). {{ cell_by_cell. }}",
                f"assert ({names[1]} : is_density (fun c => {function})). "
                f"{{ apply (is_density_in_cells _ _ {names[0]}). "
                f"{{ {self.no_less(tree, f, entry['sign'])} }} added_up. }}",
            ]
            w = self.write.density(law)
            self.lawful[DENSITY, w, ""] = names[1], " ".join(scripts)
            self.written_out[w], begun = names, []
        self.book.known = known
        del self.held[held:]

    def no_less(self, tree: Tree, f: Ratio, certificate: Mapping[str, Any]) -> str:
        """A script for 0 <= f inside of (0, 1)."""
        if f.den or any(terms.atom(i)[0] == "power" for i in terms.below(f)):
            return "not_negative."
        known, held = dict(self.book.known), len(self.held)
        inside, shown = (name("c"), ONE - name("c")), ""
        for x in inside:
            terms.note(self.book.known, x, True)
            self.held.append(self.fresh("D"))
            shown += f"assert ({self.held[-1]} : 0 < {self.write(x)}) by lra. "
        sign = self.signed(f, certificate, False, ("c", "C"))
        self.book.known = known
        del self.held[held:]
        return (
            f"intros c C. cbv beta. {shown}apply (sign_of_quotient 1 _ {self.write(f)}). {{ lra. }} "
            f"{{ rewrite Rmult_1_r. {self.normal(tree, f)} }} {sign}"
        )

    def in_cells(self, cells: list[Mapping[str, str]], passed: tuple[Ratio, bool] | None = None) -> tuple[str, str]:
        """The cells of a function; where it is one of c below what is ``passed``, or above, those in which c may pass
        that are two; and a script for where that is."""
        listed, script = list[str](), ""
        for cell in cells:
            low, high, primitive = (self.book.text(cell[x]) for x in ("from", "to", "antiderivative"))
            both = primitive, integrals.derivative(primitive)
            parts = [(high, both)]
            if passed and primitive.moves():
                y, below = passed
                cut, nothing = integrals.clipped(y, low, high), (ZERO, ZERO)
                parts = [(cut, both), (high, nothing)] if below else [(cut, nothing), (high, both)]
                between, at = " ".join(map(self.write, (low, high, y))), self.write(cut)
                known = self.fresh("CUT")
                if cut == y:
                    lies = f"{self.write(low)} <= {at} <= {self.write(high)}"
                    script += f"assert ({known} : {lies}) by (scores_known; first [lra | nra]). "
                else:
                    script += f"assert ({known} : put_between {between} {at}) by put_between. cut_at {at}. "
            listed += [
                f"({self.write(x)}, (fun c => {self.write(f)}), (fun c => {self.write(g)}))" for x, (f, g) in parts
            ]
        return f"[{'; '.join(listed)}]", script

    def integral(self, use: Mapping[str, Any]) -> tuple[Tree, Ratio, str]:
        whole = expression(use["integral"])
        _, density, _, events = integrals.mean_of(use, self.book)
        if density[0] != "density" or "patches" in use:
            return super().integral(use)
        w = self.write.density(density)
        if w not in self.written_out:
            raise NotExported(UNSHOWN)
        _, value = integrals.evaluated(use, self.book.apart())
        inner = self.book.read(whole[2][0])
        passed, known = None, ""
        if events:
            y, below, _ = crossing(terms.ind(events[0][1] - events[0][0]))
            passed, known = (y, below), "ranks_known. " * ranked(y)
        cells, cuts = self.in_cells(use["cells"], passed)
        _, shown = self.written_out[w]
        script = (
            f"apply (Ec_with_density _ {shown} (fun c => {self.write(inner)}) _ {cells}). "
            f"{{ intros c u D. cbv beta. {self.normal(whole[2][0], inner)} }} "
            f"{{ {known}{cuts}cell_by_cell. }} {known}added_up."
        )
        return whole, value, script

    def _shown(self, predicate: str, density: str, law: str) -> str:
        if predicate == TPR or not density.startswith(WRITTEN):
            return super()._shown(predicate, density, law)
        if predicate == EVEN:
            return "apply with_density_even_rank."
        moving = {x for x in moving_letters(law) if not x.startswith("x_")}
        if density not in self.written_out or (not moving <= {"c"} and moving != {"u"}):
            raise NotExported(f"a law of the threshold under the density {density}")
        of_u, (cells, shown) = "_of_u" * (moving == {"u"}), self.written_out[density]
        body, v = law.removeprefix("(fun c u => ").removesuffix(")"), "u" if of_u else "c"
        return f"apply ({predicate}_with_density{of_u} _ _ {cells} {shown} (fun {v} : R => {body})). intros; ring."
