(** For documents: roots of scores, and thresholds at the square of the cost proportion. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Ranks Losses Lines Averages Ranges.
Import ListNotations.
Open Scope R_scope.

(** The square of c is below y where c is below the root of y. *)
Lemma above_root y c : 0 <= c -> above (y - c ^ 2) = above (sqrt y - c).
Proof.
  intros C. pose proof (sqrt_pos y). destruct (Rle_dec y 0) as [Y|Y].
  - rewrite (sqrt_neg_0 y Y), !above_0; auto; [lra|]. pose proof (pow2_ge_0 c). lra.
  - pose proof (sqrt_sqrt y (ltac:(lra))) as Q. destruct (Rlt_dec c (sqrt y)) as [L|L].
    + rewrite !above_1; auto; [lra|]. nra.
    + rewrite !above_0; auto; [lra|]. nra.
Qed.
Lemma unit_root y : 0 <= y <= 1 -> 0 <= sqrt y <= 1.
Proof. intros Y. split; [apply sqrt_pos|]. rewrite <- sqrt_1. apply sqrt_le_1_alt. lra. Qed.
Lemma lawful_square : lawful uniform (fun c u => c ^ 2).
Proof.
  apply uniform_lawful. intros s j. apply (has_Ec_same uniform _ (fun c u => c ^ j * above (sqrt s - c))).
  - intros c u [C _]. rewrite above_root by lra. reflexivity.
  - eexists. apply (uniform_of_c (fun c => c ^ j * above (sqrt s - c))).
    apply piecewise_mult; [apply piecewise_pow, piecewise_id|]. apply (piecewise_affine_above (fun c => sqrt s - c)). intros; ring.
Qed.
Lemma piecewise_above_square f : (forall t, f t = f 0 - t ^ 2) -> piecewise (fun t => above (f t)).
Proof.
  intros F. set (y := f 0) in *. exists [- sqrt y; sqrt y]. intros x z L C. assert (C1 := C (- sqrt y) (or_introl eq_refl)).
  assert (C2 := C (sqrt y) (or_intror (or_introl eq_refl))). pose proof (sqrt_pos y) as S0.
  assert (K : (forall t, x < t < z -> f t <= 0) \/ (forall t, x < t < z -> 0 < f t)).
  { destruct (Rle_dec y 0) as [Y|Y].
    - left. intros t _. rewrite F. pose proof (pow2_ge_0 t). lra.
    - pose proof (sqrt_sqrt y (ltac:(lra))) as Q. destruct C1 as [C1|C1]; [destruct C2 as [C2|C2]|].
      + left. intros t T. rewrite F. assert (sqrt y * sqrt y <= t * t) by (apply Rmult_le_compat; lra). lra.
      + right. intros t T. rewrite F. assert (0 < (sqrt y - t) * (sqrt y + t)) by (apply Rmult_lt_0_compat; lra). lra.
      + left. intros t T. rewrite F. assert (0 <= (- t - sqrt y) * (sqrt y - t)) by (apply Rmult_le_pos; lra). lra. }
  destruct K as [K|K]; [exists (fun _ => 0)|exists (fun _ => 1)]; (split; [intros; apply continuous_const|]); intros t T;
    [apply above_0|apply above_1]; now apply K.
Qed.
Ltac pieces_in_c := repeat first
  [ match goal with |- piecewise (fun t => above (@?f t)) => apply (piecewise_above_square f); intros; ring end
  | apply piecewise_const | apply piecewise_id | apply piecewise_plus
  | apply piecewise_minus | apply piecewise_mult | apply piecewise_opp | apply piecewise_div | apply piecewise_pow
  | apply piecewise_max | apply piecewise_min | (apply piecewise_affine_above; intros; ring) ].
Ltac pieced := each ltac:(split; first [ solve [pieces_in_c] | Averages.pieces_in_c ]).
Ltac lawful_of_c f := first [ exact lawful_square | Averages.lawful_of_c f ].

(** What closes a line in which roots of scores stand: they are numbers with these squares. *)
Ltac by_squares := scores_known; repeat match goal with |- context [sqrt ?x] => is_var x;
  let y := fresh "y" in let Q := fresh in
    pose proof (sqrt_sqrt x (ltac:(first [lra | nra]))) as Q; set (y := sqrt x) in *; clearbody y; rewrite <- Q in * end.
Ltac by_roots := try (match goal with H : ?p true = 1 - ?p false |- _ => rewrite ?H end); rooted.
Ltac fld := tryif (match goal with |- context [sqrt _] => idtac end) then first
  [ solve [Lines.fld] | solve [match goal with |- context [sqrt ?x] => is_var x end; by_squares; Lines.fld] | by_roots ] else Lines.fld.
