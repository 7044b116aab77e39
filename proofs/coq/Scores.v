(** For documents: the same examples with other scores, a function of theirs. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Losses Distances Hull Areas Lines Averages Rescored Rates Places Signs.
Import ListNotations.
Open Scope R_scope.

Section Scores.
Variables (l : sample) (h : R -> R).
Let others := rescored l (fun x => h (score x)).
Lemma unit_others : (forall s, scored l s -> 0 <= h s <= 1) -> unit_scores others.
Proof.
  intros H x X. apply in_map_iff in X. destruct X as [y [<- Y]]. apply H. now exists y.
Qed.
Lemma Ek_others k f : Ek others k (fun s a => f s) = Ek l k (fun s a => f (h s)).
Proof.
  unfold Ek. rewrite (mean_plain others _ f), (mean_plain l _ (fun s => f (h s))). unfold others, rescored.
  rewrite sum_map. apply sum_ext. intros x _. fold (rescored l (fun x => h (score x))). now rewrite share_rescored.
Qed.
Lemma E_others p f : E others p (fun s a => f s) = E l p (fun s a => f (h s)).
Proof.
  unfold E. rewrite (mean_plain others _ f), (mean_plain l _ (fun s => f (h s))). unfold others, rescored.
  rewrite sum_map. apply sum_ext. intros x _. fold (rescored l (fun x => h (score x))). now rewrite weight_rescored.
Qed.
End Scores.

(** Means of functions of the other scores are means of functions of the scores. *)
Ltac other_means := repeat match goal with
  | |- context [Ek (rescored ?l (fun x => ?h (score x))) ?k (fun s a => @?f s)] => rewrite (Ek_others l h k f); cbv beta
  | |- context [E (rescored ?l (fun x => ?h (score x))) ?p (fun s a => @?f s)] => rewrite (E_others l h p f); cbv beta end.
